import { type ReactNode, useEffect, useRef } from 'react'
import { changeSettings, useSettings } from './settings.ts'

const keys: readonly (readonly [string, string])[] = [
  ['/', 'Search'],
  ['g f', 'Fleet'],
  ['g d', 'Fitouts'],
  ['g c', 'Changes'],
  ['g m', 'Compatibility'],
  ['↑ ↓ or k j', 'Previous, next row'],
  ['← →', 'Previous, next step of a row'],
  ['Enter', 'Open'],
  ['w', 'Why: show or hide the cause'],
  ['y', 'Copy the first command'],
  ['h', 'Sort again'],
  ['[ ]', 'Previous, next cluster'],
  ['Esc', 'Close'],
  ['?', 'Show the keys'],
]

const themes = [
  { value: 'system', label: 'System' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
] as const

/** Keys, theme, and where there is more to read. */
export function KeySheet({ onClose }: { readonly onClose: () => void }): ReactNode {
  const dialog = useRef<HTMLDialogElement>(null)
  const { theme, hasKeys } = useSettings()
  useEffect(() => dialog.current?.showModal(), [])
  return (
    <dialog ref={dialog} className="sheet" onClose={onClose} aria-labelledby="sheet-title">
      <div className="spread">
        <h1 id="sheet-title">Keys and settings</h1>
        <button type="button" className="button small" onClick={() => dialog.current?.close()}>
          Close
        </button>
      </div>
      <fieldset className="themes">
        <legend>Theme</legend>
        {themes.map(({ value, label }) => (
          <label key={value}>
            <input
              type="radio"
              name="theme"
              checked={theme === value}
              onChange={() => changeSettings({ theme: value })}
            />
            {label}
          </label>
        ))}
      </fieldset>
      <label className="switch">
        <input
          type="checkbox"
          checked={hasKeys}
          onChange={event => changeSettings({ hasKeys: event.target.checked })}
        />
        Use single keys as shortcuts
      </label>
      <table className="table keys">
        <thead>
          <tr>
            <th scope="col">Key</th>
            <th scope="col">What it does</th>
          </tr>
        </thead>
        <tbody>
          {keys.map(([key, text]) => (
            <tr key={key}>
              <td>
                <kbd>{key}</kbd>
              </td>
              <td>{text}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </dialog>
  )
}
