#include "gen/c_comment.h"

#include <algorithm>
#include <cctype>

namespace vjp::gen {
namespace {

bool is_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_'; }

// Lines joined to paragraphs; items of a list and empty lines stay apart.
std::string joined(std::string_view text) {
  std::string out;
  bool gap = false;
  for (size_t at = 0; at <= text.size();) {
    size_t end = std::min(text.find('\n', at), text.size());
    std::string_view line = text.substr(at, end - at);
    while (!line.empty() && line.front() == ' ') line.remove_prefix(1);
    while (!line.empty() && line.back() == ' ') line.remove_suffix(1);
    at = end + 1;
    if (line.empty()) {
      gap = !out.empty();
      continue;
    }
    const bool item = line.substr(0, 2) == "- ";
    out += out.empty() ? "" : gap ? "\n\n" : item ? "\n" : " ";
    out += line;
    gap = false;
  }
  return out;
}

// Where the next "@tag" begins.
size_t next_tag(std::string_view text, size_t from) {
  for (size_t at = text.find('@', from); at != text.npos; at = text.find('@', at + 1))
    if ((at == 0 || std::isspace(static_cast<unsigned char>(text[at - 1]))) && at + 1 < text.size() &&
        std::isalpha(static_cast<unsigned char>(text[at + 1])))
      return at;
  return text.npos;
}

std::string cut_word(std::string_view& text) {
  size_t begin = 0;
  while (begin < text.size() && std::isspace(static_cast<unsigned char>(text[begin]))) ++begin;
  size_t end = begin;
  while (end < text.size() && (is_word(text[end]) || text[end] == '.')) ++end;
  std::string word(text.substr(begin, end - begin));
  text.remove_prefix(end);
  return word;
}

std::string first_sentence(std::string_view text) {
  text = text.substr(0, text.find("\n"));
  for (size_t at = text.find(". "); at != text.npos; at = text.find(". ", at + 1)) {
    const std::string_view before = text.substr(0, at + 1);
    if (before.ends_with("e.g.") || before.ends_with("i.e.") || before.ends_with("..")) continue;
    return std::string(before);
  }
  return std::string(text);
}

bool has_word(std::string_view text, std::string_view word) {
  for (size_t at = text.find(word); at != text.npos; at = text.find(word, at + 1)) {
    const size_t end = at + word.size();
    if ((at == 0 || !is_word(text[at - 1])) && (end == text.size() || !is_word(text[end]))) return true;
  }
  return false;
}

}  // namespace

Comment taken_apart(std::string_view text) {
  Comment comment;
  size_t at = next_tag(text, 0);
  comment.text = joined(text.substr(0, at));
  comment.brief = first_sentence(comment.text);
  while (at != text.npos) {
    const size_t end = next_tag(text, at + 1);
    std::string_view rest = text.substr(at + 1, end == text.npos ? end : end - at - 1);
    const std::string tag = cut_word(rest);
    if (tag == "param") {
      const std::string name = cut_word(rest);
      comment.parameters.emplace_back(name, joined(rest));
    } else if (tag == "return") {
      comment.returns += (comment.returns.empty() ? "" : "; ") + joined(rest);
    } else if (tag == "since") {
      comment.since = cut_word(rest);
    } else {
      comment.unknown.push_back(tag);
    }
    at = end;
  }
  return comment;
}

std::vector<std::string> statuses(std::string_view text) {
  std::vector<std::string> found;
  for (size_t at = text.find("VJP_ERROR_"); at != text.npos; at = text.find("VJP_ERROR_", at + 1)) {
    size_t end = at;
    while (end < text.size() && is_word(text[end])) ++end;
    std::string name(text.substr(at, end - at));
    if (std::find(found.begin(), found.end(), name) == found.end()) found.push_back(std::move(name));
  }
  return found;
}

std::string ownership(std::string_view text) {
  if (has_word(text, "borrowed") || has_word(text, "Borrowed")) return "borrowed";
  if (has_word(text, "copied")) return "copied";
  for (const char* words : {"owned by the caller", "caller owns", "caller releases", "caller then owns",
                            "for the caller", "to be given to", "for vjp_string_free", "for vjp_guard_exit"})
    if (has_word(text, words)) return "caller";
  return "";
}

}  // namespace vjp::gen
