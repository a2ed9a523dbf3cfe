import type { ReactNode } from 'react'

/** Paths in a square of 16, for the signs that the words of state choose: no machine has to have a font with them. */
const strokes: Readonly<Record<string, string>> = {
  '✓': 'M3 8.6 6.4 12 13 4.6',
  '✗': 'M4 4l8 8M12 4l-8 8',
  '!': 'M8 2.6v7.2M8 12.9v.2',
  '‼': 'M5.4 2.6v7.2M5.4 12.9v.2M10.6 2.6v7.2M10.6 12.9v.2',
  '▹': 'M5.2 3.8v8.4L12 8z',
  '?': 'M5.2 5.6a2.9 2.9 0 1 1 4.3 2.5c-1 .6-1.5 1.1-1.5 2.2M8 13v.2',
}
const fills: Readonly<Record<string, string>> = {
  '▸': 'M4.6 2.8v10.4L13 8z',
  '·': 'M8 6a2 2 0 1 1 0 4 2 2 0 0 1 0-4',
}
const ring = 'M8 4.6a3.4 3.4 0 1 1 0 6.8 3.4 3.4 0 0 1 0-6.8z'

/** The sign of a state, drawn. It stands beside its word, or in an element that has a name. */
export function StateSign({ glyph }: { readonly glyph: string }): ReactNode {
  const fill = fills[glyph]
  return (
    <svg className="sign" viewBox="0 0 16 16" aria-hidden="true">
      {fill === undefined ? (
        <path
          d={strokes[glyph] ?? ring}
          fill="none"
          stroke="currentColor"
          strokeWidth="2"
          strokeLinecap="round"
          strokeLinejoin="round"
        />
      ) : (
        <path d={fill} fill="currentColor" />
      )}
    </svg>
  )
}
