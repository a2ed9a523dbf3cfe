import {
  BLOCK_END,
  BLOCK_ENTRY,
  BLOCK_MAPPING_START,
  BLOCK_SEQUENCE_START,
  DIRECTIVE,
  DOCUMENT_END,
  DOCUMENT_START,
  FLOW_ENTRY,
  FLOW_MAPPING_END,
  FLOW_MAPPING_START,
  FLOW_SEQUENCE_END,
  FLOW_SEQUENCE_START,
  KEY,
  STREAM_END,
  VALUE,
} from './tokens.ts'

// What the parser waits for.
export const DOCUMENT = 0
export const DIRECTIVES = 1
export const CONTENT = 2
export const AFTER_DOCUMENT = 3
export const NODE = 4
export const BLOCK_SEQUENCE = 5
export const BLOCK_SEQUENCE_ITEM = 6
export const INDENTLESS_SEQUENCE = 7
export const INDENTLESS_SEQUENCE_ITEM = 8
export const BLOCK_MAPPING = 9
export const BLOCK_MAPPING_KEY = 10
const BLOCK_MAPPING_COLON = 11
export const BLOCK_MAPPING_VALUE = 12
export const FLOW_SEQUENCE_ITEM = 13
export const FLOW_SEQUENCE = 14
export const FLOW_PAIR_KEY = 15
const FLOW_PAIR_COLON = 16
const FLOW_PAIR_VALUE = 17
export const FLOW_PAIR_END = 18
export const FLOW_MAPPING_ITEM = 19
export const FLOW_MAPPING = 20
export const FLOW_MAPPING_KEY = 21
const FLOW_MAPPING_COLON = 22
const FLOW_MAPPING_VALUE = 23
export const FLOW_MAPPING_LONE_KEY = 24

/** Which collections a node may be: those in brackets always, block ones, or also a list as deep as its key. */
export type NodePlace = 'flow' | 'block' | 'block-or-indentless'

/** A place where a node may stand or may be left out. */
export interface NodeSlot {
  /** The tokens that show that it was left out. */
  readonly absentBefore: number
  readonly next: number
  readonly place: NodePlace
}

const BLOCK_KEY_ENDS = KEY | VALUE | BLOCK_END

/** The states in which a node comes next. */
export const nodeSlots: Readonly<Record<number, NodeSlot>> = {
  [CONTENT]: {
    absentBefore: DIRECTIVE | DOCUMENT_START | DOCUMENT_END | STREAM_END,
    next: AFTER_DOCUMENT,
    place: 'block',
  },
  [BLOCK_SEQUENCE_ITEM]: { absentBefore: BLOCK_ENTRY | BLOCK_END, next: BLOCK_SEQUENCE, place: 'block' },
  [INDENTLESS_SEQUENCE_ITEM]: {
    absentBefore: BLOCK_ENTRY | BLOCK_KEY_ENDS,
    next: INDENTLESS_SEQUENCE,
    place: 'block',
  },
  [BLOCK_MAPPING_KEY]: {
    absentBefore: BLOCK_KEY_ENDS,
    next: BLOCK_MAPPING_COLON,
    place: 'block-or-indentless',
  },
  [BLOCK_MAPPING_VALUE]: { absentBefore: BLOCK_KEY_ENDS, next: BLOCK_MAPPING, place: 'block-or-indentless' },
  [FLOW_PAIR_KEY]: {
    absentBefore: VALUE | FLOW_ENTRY | FLOW_SEQUENCE_END,
    next: FLOW_PAIR_COLON,
    place: 'flow',
  },
  [FLOW_PAIR_VALUE]: { absentBefore: FLOW_ENTRY | FLOW_SEQUENCE_END, next: FLOW_PAIR_END, place: 'flow' },
  [FLOW_MAPPING_KEY]: {
    absentBefore: VALUE | FLOW_ENTRY | FLOW_MAPPING_END,
    next: FLOW_MAPPING_COLON,
    place: 'flow',
  },
  [FLOW_MAPPING_VALUE]: { absentBefore: FLOW_ENTRY | FLOW_MAPPING_END, next: FLOW_MAPPING, place: 'flow' },
}

/** The states in which a colon comes next, or the value is left out. */
export const colonSlots: Readonly<
  Record<number, { readonly withValue: number; readonly withoutValue: number }>
> = {
  [BLOCK_MAPPING_COLON]: { withValue: BLOCK_MAPPING_VALUE, withoutValue: BLOCK_MAPPING },
  [FLOW_PAIR_COLON]: { withValue: FLOW_PAIR_VALUE, withoutValue: FLOW_PAIR_END },
  [FLOW_MAPPING_COLON]: { withValue: FLOW_MAPPING_VALUE, withoutValue: FLOW_MAPPING },
}

/** A collection that a token begins, in the places where it may. */
export interface CollectionStart {
  readonly kind: 'mapping' | 'sequence'
  readonly next: number
  readonly places: readonly NodePlace[]
  /** Whether the token is used up: the `-` of a list as deep as its key is also that of the first item. */
  readonly isTaken: boolean
}

const ANYWHERE: readonly NodePlace[] = ['flow', 'block', 'block-or-indentless']
const IN_BLOCK: readonly NodePlace[] = ['block', 'block-or-indentless']

/** The tokens that begin a collection. */
export const collectionStarts: Readonly<Record<number, CollectionStart>> = {
  [FLOW_SEQUENCE_START]: { kind: 'sequence', next: FLOW_SEQUENCE_ITEM, places: ANYWHERE, isTaken: true },
  [FLOW_MAPPING_START]: { kind: 'mapping', next: FLOW_MAPPING_ITEM, places: ANYWHERE, isTaken: true },
  [BLOCK_SEQUENCE_START]: { kind: 'sequence', next: BLOCK_SEQUENCE, places: IN_BLOCK, isTaken: true },
  [BLOCK_MAPPING_START]: { kind: 'mapping', next: BLOCK_MAPPING, places: IN_BLOCK, isTaken: true },
  [BLOCK_ENTRY]: {
    kind: 'sequence',
    next: INDENTLESS_SEQUENCE,
    places: ['block-or-indentless'],
    isTaken: false,
  },
}
