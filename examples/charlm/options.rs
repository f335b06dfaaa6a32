//! The flags of the program.

use std::fmt::Display;
use std::ops::RangeBounds;
use std::process::exit;
use std::str::FromStr;

const HELP: &str = "\
usage: charlm [TEXT] [flags]

Trains a small transformer on the characters of TEXT, a UTF-8 file, and writes with it.
Default text: /usr/share/common-licenses/GPL-3.

  --out FILE         a file for the model, in safetensors
  --steps N          steps in all (600)
  --batch N          windows a step (16)
  --context N        characters a window (128)
  --layers N         transformer blocks (2)
  --width N          channels (128)
  --heads N          attention heads; divides the width (4)
  --rate X           peak learning rate (0.003)
  --warmup N         steps of linear warm-up (60)
  --decay X          weight decay (0.1)
  --dropout X        share of activations dropped, 0 to below 1 (0.1)
  --seed N           of weights, batches and dropout (1)
  --sample N         characters to generate at the end (400)
  --prompt TEXT      what the generated text begins with (a line break)
  --temperature X    of the generation (0.7)";

pub struct Options {
    pub text: String,
    pub out: Option<String>,
    pub prompt: String,
    pub steps: i64,
    pub batch: i64,
    pub context: i64,
    pub layers: i64,
    pub width: i64,
    pub heads: i64,
    pub warmup: i64,
    pub sample: i64,
    pub seed: u64,
    pub rate: f64,
    pub decay: f64,
    pub dropout: f64,
    pub temperature: f64,
}

/// Says what was wrong, in a line, and ends with status 2.
pub fn bad_input(message: &str) -> ! {
    eprintln!("charlm: {message}");
    exit(2)
}

fn number<T: FromStr + PartialOrd>(flag: &str, value: &str, range: impl RangeBounds<T>, wanted: impl Display) -> T {
    match value.parse() {
        Ok(number) if range.contains(&number) => number,
        _ => bad_input(&format!("{flag} '{value}': wanted {wanted}")),
    }
}

/// The options that the program was called with.
pub fn read() -> Options {
    let (text, out, prompt) = ("/usr/share/common-licenses/GPL-3".to_owned(), None, "\n".to_owned());
    let (steps, batch, context, layers, width, heads, warmup, sample, seed) = (600, 16, 128, 2, 128, 4, 60, 400, 1);
    let (rate, decay, dropout, temperature) = (3e-3, 0.1, 0.1, 0.7);
    #[rustfmt::skip]
    let mut o = Options { text, out, prompt, steps, batch, context, layers, width, heads, warmup, sample, seed, rate, decay, dropout, temperature };
    let mut given = std::env::args().skip(1);
    while let Some(flag) = given.next() {
        if flag == "--help" || flag == "-h" {
            println!("{HELP}");
            exit(0);
        } else if !flag.starts_with('-') {
            o.text = flag;
            continue;
        }
        if !HELP.contains(&format!("\n  {flag} ")) {
            bad_input(&format!("unknown flag '{flag}': charlm --help lists them"));
        }
        let value = given.next().unwrap_or_else(|| bad_input(&format!("{flag}: a value is wanted after it")));
        let whole = |least: i64| number(&flag, &value, least..=1 << 24, format!("a whole number, {least} at least"));
        let real = |limit: f64| number(&flag, &value, 0.0..limit, format!("a number from 0 to below {limit}"));
        match flag.as_str() {
            "--out" => o.out = Some(value),
            "--prompt" => o.prompt = value,
            "--steps" => o.steps = whole(1),
            "--batch" => o.batch = whole(1),
            "--context" => o.context = whole(1),
            "--layers" => o.layers = whole(1),
            "--width" => o.width = whole(1),
            "--heads" => o.heads = whole(1),
            "--warmup" => o.warmup = whole(0),
            "--sample" => o.sample = whole(0),
            "--seed" => o.seed = whole(0) as u64,
            "--rate" => o.rate = real(100.0),
            "--decay" => o.decay = real(100.0),
            "--dropout" => o.dropout = real(1.0),
            "--temperature" => o.temperature = number(&flag, &value, 0.01..100.0, "a number from 0.01 to below 100"),
            _ => unreachable!("every flag of the help is read"),
        }
    }
    if o.width % o.heads != 0 {
        bad_input(&format!("--heads '{}': wanted a divisor of --width {}", o.heads, o.width));
    }
    if o.prompt.is_empty() {
        bad_input("--prompt '': wanted at least one character");
    }
    o
}
