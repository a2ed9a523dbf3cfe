// One bit each, so that a set of tokens is a number.
export const STREAM_END = 1
export const DIRECTIVE = 2
export const DOCUMENT_START = 4
export const DOCUMENT_END = 8
export const BLOCK_SEQUENCE_START = 16
export const BLOCK_MAPPING_START = 32
export const BLOCK_END = 64
export const FLOW_SEQUENCE_START = 128
export const FLOW_SEQUENCE_END = 256
export const FLOW_MAPPING_START = 512
export const FLOW_MAPPING_END = 1024
export const BLOCK_ENTRY = 2048
export const FLOW_ENTRY = 4096
export const KEY = 8192
export const VALUE = 16384
export const ALIAS = 32768
export const ANCHOR = 65536
export const TAG = 131072
export const SCALAR = 262144

/** Tokens that a value may be left out behind. */
export const INDICATORS = BLOCK_ENTRY | KEY | VALUE
