import { useEffect, useRef } from 'react'
import { currentSettings } from './settings.ts'

/** What keys do; `g f` is two keys, one after the other. */
export type KeyBindings = Readonly<Record<string, (event: KeyboardEvent) => void>>

const PREFIX_MS = 1_500
let prefix: { readonly key: string; readonly at: number } | undefined

/** Binds keys while a component is on the screen. They do nothing in fields, and nothing once the reader switched them off. */
export function useKeys(bindings: KeyBindings): void {
  const latest = useRef(bindings)
  useEffect(() => {
    latest.current = bindings
  })
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const isOff = !currentSettings().hasKeys && event.key !== 'Escape'
      if (isOff || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return
      if (isField(event.target) && event.key !== 'Escape') return
      const before = prefix && event.timeStamp - prefix.at < PREFIX_MS ? `${prefix.key} ` : ''
      const act = latest.current[before + event.key]
      if (act) act(event)
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
}

/** Remembers the first of two keys; called once, by the frame. */
export function rememberPrefix(event: KeyboardEvent): void {
  const isPlain = event.key === 'g' && !isField(event.target) && !event.ctrlKey && !event.metaKey
  prefix = isPlain ? { key: event.key, at: event.timeStamp } : undefined
}

/** Whether what is typed goes into a field. */
function isField(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  return (
    target.isContentEditable ||
    /^(?:INPUT|TEXTAREA|SELECT)$/.test(target.tagName) ||
    target.closest('dialog') !== null
  )
}
