// The shapes of the messages (kotva/scene/packet.py and kotva/engine/scene.py). What has its default is left out.

/**
 * @typedef {{
 *   id: string, symbol: string, x?: number, y?: number, zone?: string, layer?: number, size?: number, turn?: number,
 *   owner?: number | null, label?: string, hint?: string, text?: string, badge?: string, tone?: string, ghost?: boolean, of?: string[],
 * }} Item
 * @typedef {{label: string, value: string, symbol?: string}} Fact
 * @typedef {{seat: number, score?: string, facts?: Fact[], title?: string, partner?: number | null}} SeatPanel
 * @typedef {{text?: string, cards?: [string, number][], seat?: number | null, action?: string}} Cell
 * @typedef {{
 *   id: string, title: string, head?: string[], rows?: (string | Cell)[][], dice?: number[], note?: string, urgent?: boolean,
 * }} Panel
 * @typedef {{letter: string, label: string, symbol: string, most: number, note?: string, item?: string, seat?: number | null}} Part
 * @typedef {{key: string, label: string, parts: Part[], least?: number, most?: number, separator?: string}} Slot
 * @typedef {{label: string, template: string, listed?: boolean}} Submit
 * @typedef {{id: string, title: string, submits: Submit[], slots: Slot[], optional?: string, apart?: boolean}} Form
 * @typedef {{item: string, points: [number, number][]}} Course
 * @typedef {{symbol: string, start: string, end: string, count?: number, owner?: number | null}} Flight
 * @typedef {{x: number, y: number, width: number, height: number, turn?: number}} Sheet
 * @typedef {{
 *   width: number, height: number, items: Item[], prompt?: string, seats?: SeatPanel[], panels?: Panel[], forms?: Form[],
 *   last?: string[], courses?: Course[], flights?: Flight[], ground?: string, sheets?: Sheet[], rows?: string[], tags?: string[],
 * }} Scene
 * @typedef {{action: string, words: string, paths?: string[][], aside?: boolean}} Choice
 * @typedef {{seat: number, name: string, kind: string, level?: string, here?: boolean}} Sitter
 * @typedef {{number: number, actor: number, lines: string[]}} Entry
 * @typedef {{
 *   reason: string, text: string, clause: string, scores: number[], ranks: number[],
 *   details: Record<string, number | string>[], winners: number[],
 * }} End
 * @typedef {{
 *   table: string, game: string, seq: number, moves: number, at: number, seat?: number | null, handover?: number | null,
 *   actors?: number[], sitters?: Sitter[], scene: Scene, choices?: Choice[], log?: Entry[], log_from?: number,
 *   undo?: boolean, over?: End | null, commit?: string, seed?: string, thinking?: boolean,
 * }} Packet
 * @typedef {{clause: string, text: string, link: string, action?: string, words?: string}} Answer
 */

export {};
