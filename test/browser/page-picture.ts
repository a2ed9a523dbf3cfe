import type { Page } from 'playwright-core'

/** How a page looks, as far as a test compares it: where its parts are, and its colours in blocks. */
export interface PagePicture {
  /** Left, top, width, height of each part, in pixels. */
  readonly boxes: Readonly<Record<string, readonly number[]>>
  /** The mean colour of each block, row by row: red, green, blue. */
  readonly blocks: readonly (readonly number[])[]
}

const PARTS =
  'header, .form-pane, .yaml-editor, .propose, .environment, h1, h2, .panel, thead th, .count, .line > *, .stage, .station, .bars, .card, .why-side'
const MOST_PARTS = 80
const BLOCK = 40

/** Takes the picture of what is seen of a page. */
export async function takePicture(page: Page): Promise<PagePicture> {
  const boxes = await page.evaluate(
    ({ parts, most }) => {
      const seen = new Map<string, number>()
      const entries = [...document.querySelectorAll(parts)].slice(0, most).map(part => {
        const kind = `${part.tagName.toLowerCase()}.${part.classList[0] ?? ''}`
        const count = (seen.get(kind) ?? 0) + 1
        seen.set(kind, count)
        const { left, top, width, height } = part.getBoundingClientRect()
        return [`${kind} ${count}`, [left, top, width, height].map(Math.round)] as const
      })
      return Object.fromEntries(entries)
    },
    { parts: PARTS, most: MOST_PARTS },
  )
  return { boxes, blocks: await blocksOf(page, (await page.screenshot()).toString('base64')) }
}

// The browser knows how to read its own pictures.
async function blocksOf(page: Page, picture: string): Promise<number[][]> {
  const blank = await page.context().newPage()
  return blank.evaluate(
    async ({ text, block }) => {
      const bytes = Uint8Array.from(atob(text), letter => letter.codePointAt(0) ?? 0)
      const image = await createImageBitmap(new Blob([bytes], { type: 'image/png' }))
      const canvas = new OffscreenCanvas(image.width, image.height)
      const context = canvas.getContext('2d')
      if (context === null) throw new Error('the browser has no canvas')
      context.drawImage(image, 0, 0)
      const { data, width, height } = context.getImageData(0, 0, image.width, image.height)
      const columns = Math.ceil(width / block)
      const sums = Array.from({ length: columns * Math.ceil(height / block) }, () => [0, 0, 0, 0])
      for (let at = 0; at < data.length; at += 4) {
        const [x, y] = [(at / 4) % width, Math.floor(at / 4 / width)]
        const sum = sums[Math.floor(y / block) * columns + Math.floor(x / block)]
        if (sum)
          for (const channel of [0, 1, 2, 3])
            sum[channel] = (sum[channel] ?? 0) + (channel === 3 ? 1 : (data[at + channel] ?? 0))
      }
      return sums.map(([red = 0, green = 0, blue = 0, count = 1]) =>
        [red, green, blue].map(all => Math.round(all / count)),
      )
    },
    { text: picture, block: BLOCK },
  )
}

const MOST_PIXELS = 4
const MOST_SHADE = 16
/** Of all blocks: a number that ticks changes a few. */
const MOST_BLOCKS = 0.02

/** What differs between two pictures, in words; nothing if they look alike. */
export function pictureDifferences(wanted: PagePicture, found: PagePicture): readonly string[] {
  const names = new Set([...Object.keys(wanted.boxes), ...Object.keys(found.boxes)])
  const moved = [...names].flatMap(name => {
    const [before = [], now = []] = [wanted.boxes[name], found.boxes[name]]
    const isSame =
      before.length === now.length &&
      before.every((one, index) => Math.abs(one - (now[index] ?? 0)) <= MOST_PIXELS)
    return isSame
      ? []
      : [`${name}: at ${before.join(' ') || 'no place'}, now at ${now.join(' ') || 'no place'}`]
  })
  const shades = wanted.blocks.filter((block, index) =>
    block.some((shade, channel) => Math.abs(shade - (found.blocks[index]?.[channel] ?? -255)) > MOST_SHADE),
  )
  const isOther = shades.length > Math.ceil(wanted.blocks.length * MOST_BLOCKS)
  return isOther
    ? [...moved, `${shades.length} of ${wanted.blocks.length} blocks have another colour`]
    : moved
}
