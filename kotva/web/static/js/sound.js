// A few short sounds, made here: no file is fetched. Off until somebody wants them.

import { settings } from "./settings.js";

/** @typedef {"move" | "turn" | "end" | "no"} Sound */
/** @typedef {[frequency: number, start: number, length: number, wave: OscillatorType]} Note in hertz and seconds */

/** @type {Record<Sound, Note[]>} */
const NOTES = {
  move: [[180, 0, 0.07, "triangle"], [120, 0.02, 0.09, "sine"]], // wood on wood
  turn: [[660, 0, 0.22, "sine"], [990, 0.12, 0.4, "sine"]], // a ship's bell
  end: [[523, 0, 0.3, "sine"], [659, 0.16, 0.3, "sine"], [784, 0.32, 0.6, "sine"]],
  no: [[150, 0, 0.14, "sawtooth"]],
};

/** @type {AudioContext | null} */
let context = null;

/** @param {Sound} name */
export function sound(name) {
  if (!settings.sound) return;
  context ??= new AudioContext();
  const now = context.currentTime;
  for (const [frequency, start, length, wave] of NOTES[name]) {
    const tone = context.createOscillator();
    const level = context.createGain();
    tone.type = wave;
    tone.frequency.value = frequency;
    level.gain.setValueAtTime(0, now + start);
    level.gain.linearRampToValueAtTime(0.16, now + start + 0.008);
    level.gain.exponentialRampToValueAtTime(0.0005, now + start + length);
    tone.connect(level).connect(context.destination);
    tone.start(now + start);
    tone.stop(now + start + length + 0.02);
  }
}
