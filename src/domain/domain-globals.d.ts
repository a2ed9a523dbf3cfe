// The few globals beyond the language that Node and every browser share. The domain may use no others.

interface TextEncoder {
  encode(text: string): Uint8Array<ArrayBuffer>
  encodeInto(text: string, target: Uint8Array): { readonly read: number; readonly written: number }
}
declare var TextEncoder: new () => TextEncoder

interface TextDecoder {
  decode(bytes: Uint8Array): string
}
declare var TextDecoder: new (
  encoding: 'utf-8',
  options: { readonly fatal: true; readonly ignoreBOM: true },
) => TextDecoder
