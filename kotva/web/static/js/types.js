// The shapes of the messages, made from kotva/server/messages.py by `make protocol`: do not edit.
// What has its default is left out of a message.

/**
 * @typedef {{type: "move", action: string, seat: number, seen: number, key: string, have?: number}} Move
 * @typedef {{type: "undo", seat: number, seen: number, key: string, have?: number}} Undo
 * @typedef {{type: "look", eyes?: number | null}} Look
 * @typedef {{type: "packet", table: string, game: string, seq: number, moves: number, at: number, seat?: number | null, handover?: number | null, actors?: number[], sitters?: Sitter[], scene: Scene, choices?: Choice[], questions?: ChoiceQuestion[], log?: LogEntry[], log_from?: number, undo?: boolean, over?: End | null, commit?: string, seed?: string, thinking?: boolean, clock?: ClockFace | null}} Packet
 * @typedef {{seat: number, name: string, kind: string, level?: string, here?: boolean, away?: number}} Sitter
 * @typedef {{width: number, height: number, items: Item[], prompt?: string, seats?: SeatPanel[], panels?: Panel[], forms?: Form[], tools?: Tool[], last?: string[], courses?: Course[], flights?: Flight[], ground?: string, sheets?: Sheet[], rows?: string[], tags?: string[]}} Scene
 * @typedef {{id: string, symbol: string, x?: number, y?: number, zone?: string, layer?: number, size?: number, turn?: number, owner?: number | null, label?: string, hint?: string, text?: string, badge?: string, tone?: string, ghost?: boolean, of?: string[]}} Item
 * @typedef {{seat: number, score?: string, facts?: Fact[], title?: string, partner?: number | null}} SeatPanel
 * @typedef {{label: string, value: string, symbol?: string, hint?: string}} Fact
 * @typedef {{id: string, title: string, head?: string[], rows?: ((string | Cell)[])[], dice?: number[], note?: string, urgent?: boolean}} Panel
 * @typedef {{text?: string, cards?: [string, number][], seat?: number | null, action?: string, bar?: number}} Cell
 * @typedef {{id: string, title: string, submits: Submit[], slots: Slot[], apart?: boolean}} Form
 * @typedef {{label: string, template: string, listed?: boolean}} Submit
 * @typedef {{key: string, label: string, parts: Part[], least?: number, most?: number, separator?: string, before?: string}} Slot
 * @typedef {{letter: string, label: string, symbol: string, most: number, note?: string, item?: string, seat?: number | null}} Part
 * @typedef {{label: string, starts: string, symbol?: string, cards?: [string, number][], missing?: string, question?: string}} Tool
 * @typedef {{item: string, points: [number, number][]}} Course
 * @typedef {{symbol: string, start: string, end: string, count?: number, owner?: number | null}} Flight
 * @typedef {{x: number, y: number, width: number, height: number, turn?: number}} Sheet
 * @typedef {{action: string, words: string, paths?: string[][], aside?: boolean}} Choice
 * @typedef {{text: string, chosen: string[][]}} ChoiceQuestion
 * @typedef {{number: number, actor: number, lines: string[], words?: [number, number, number, string][]}} LogEntry
 * @typedef {{reason: string, text: string, clause: string, scores: number[], ranks: number[], details: (Record<string, number | string>)[], winners: number[], drawn: boolean}} End
 * @typedef {{at: number, seats?: SeatTime[], stopped?: boolean, bell?: number | null, paused?: boolean, calls?: number}} ClockFace
 * @typedef {{seat: number, runs?: string, move?: number | null, reserve?: number | null, answer?: number | null}} SeatTime
 * @typedef {{type: "change", base: number, seq: number, moves: number, scene: SceneChange, actors?: number[], choices?: Choice[], questions?: ChoiceQuestion[], log?: LogEntry[], log_from?: number, undo?: boolean, over?: End | null, seed?: string, thinking?: boolean, clock?: ClockFace | null}} Change
 * @typedef {{gone?: string[], put?: Record<string, any>[], new?: [number, Record<string, any>][], order?: string[], rest?: Record<string, any>}} SceneChange
 * @typedef {{type: "presence", sitters: Sitter[]}} Presence
 * @typedef {{type: "notice", text: string, urgent?: boolean}} Notice
 * @typedef {{type: "talk", lines: TalkLine[], me?: string, whole?: boolean}} Talk
 * @typedef {{number: number, kind: string, by: string, moves: number, at: number, seat?: number | null, name?: string, text?: string, room?: string}} TalkLine
 * @typedef {{type: "gone", text: string}} Gone
 * @typedef {{type: "done", key: string, seq: number}} Done
 * @typedef {{type: "refused", key: string, status: number, problem: Problem}} MoveRefused
 * @typedef {{error: string, clause?: string, link?: string, allowed?: string[], packet?: Packet | null}} Problem
 * @typedef {{seat: number, name: string}} Sit
 * @typedef {{text: string, key: string, kind?: "words" | "phrase"}} SayLine
 * @typedef {{number: number}} Said
 * @typedef {{number: number}} ReportLine
 * @typedef {{table: string}} NextTable
 * @typedef {{kind: "ask-back" | "ask-bot" | "nudge", key: string, seat?: number | null}} AskOthers
 * @typedef {{number: number, yes: boolean, key: string}} AnswerOther
 * @typedef {{kind: "pause" | "resume" | "extend", calls: number, seat?: number | null, seconds?: number}} ClockCall
 * @typedef {{answers?: Answer[], note?: string}} Reasons
 * @typedef {{clause: string, text: string, link: string, action?: string, words?: string}} Answer
 * @typedef {{moved?: Moved[], courses?: Course[], come?: Come[], lines?: string[]}} Preview
 * @typedef {{id: string, x: number, y: number, turn?: number}} Moved
 * @typedef {{id: string, symbol: string, x: number, y: number, size?: number, turn?: number, owner?: number | null}} Come
 * @typedef {{done: boolean, missed: boolean, steps: number, over: boolean, strayed?: boolean}} LessonStanding
 * @typedef {{key: string, start?: boolean}} Back
 * @typedef {{words: string, chance: number, next: number, why: string[], items: string[]}} Solution
 * @typedef {{words?: string[], marks?: Mark[]}} AboutThing
 * @typedef {{x: number, y: number, look?: string, size?: number}} Mark
 * @typedef {{panels?: Panel[]}} Statistics
 * @typedef {{seq: number, choices: HintChoice[]}} Hint
 * @typedef {{words: string, chance: number, why: string[], items: string[]}} HintChoice
 * @typedef {{done: number, moves: number, names: string[], at: number[], curves: number[][], turns: number[], turns_told: string[][], doubts: ReviewDoubt[]}} ReviewShown
 * @typedef {{at: number, seat: number, played: string, better: string, chance: number, chance_better: number, why: string[], why_better: string[], items: string[]}} ReviewDoubt
 * @typedef {{link: string}} Loaded
 * @typedef {{log: LogEntry[]}} Lines
 * @typedef {{true: boolean, text: string[], seal?: string}} Verdict
 * @typedef {Move | Undo | Look} ClientMessage
 * @typedef {Packet | Change | Presence | Notice | Talk | Gone | Done | MoveRefused} ServerMessage
 */

export {};
