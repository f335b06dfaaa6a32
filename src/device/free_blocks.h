// FreeBlocks: pieces of memory that are free, ordered by size, then by address: the smallest that fits is found first,
// and of those the lowest, so a program that repeats itself gets the same addresses. A treap whose links lie in the
// blocks; priorities come from the addresses, so there is no randomness either.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>

namespace vjp {

// Node has `char* data; size_t size; Node *left, *right;`.
template <class Node>
class FreeBlocks {
 public:
  bool empty() const { return !root_; }

  void insert(Node& node) {
    Node** place = &root_;
    uint64_t priority = priority_of(node);
    while (*place && priority_of(**place) >= priority) place = less(node, **place) ? &(*place)->left : &(*place)->right;
    // what stands there is divided into what comes before the node and what comes after it
    Node* rest = std::exchange(*place, &node);
    Node **before = &node.left, **after = &node.right;
    while (rest) {
      if (less(*rest, node)) {
        *before = rest;
        before = &rest->right;
        rest = rest->right;
      } else {
        *after = rest;
        after = &rest->left;
        rest = rest->left;
      }
    }
    *before = *after = nullptr;
  }

  void erase(Node& node) {
    Node** place = &root_;
    while (*place != &node) place = less(node, **place) ? &(*place)->left : &(*place)->right;
    Node *left = node.left, *right = node.right;
    while (left && right) {
      if (priority_of(*left) >= priority_of(*right)) {
        *place = left;
        place = &left->right;
        left = left->right;
      } else {
        *place = right;
        place = &right->left;
        right = right->left;
      }
    }
    *place = left ? left : right;
  }

  Node* best_fit(size_t size) const {
    Node* best = nullptr;
    for (Node* node = root_; node;) {
      if (node->size >= size) {
        best = node;
        node = node->left;
      } else {
        node = node->right;
      }
    }
    return best;
  }

 private:
  static bool less(const Node& a, const Node& b) { return a.size != b.size ? a.size < b.size : a.data < b.data; }
  static uint64_t priority_of(const Node& node) {
    uint64_t x = reinterpret_cast<uintptr_t>(node.data) * 0x9e3779b97f4a7c15u;
    return x ^ x >> 32;
  }

  Node* root_ = nullptr;
};

}  // namespace vjp
