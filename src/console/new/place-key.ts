import type { FormPlace } from '../../domain/cluster-form/form-place.ts'

/** A place as the elements of the page name it. */
export function placeKey(place: FormPlace): string {
  return JSON.stringify([place.kind === 'variable' ? place.name : '', ...place.path])
}

/** The place that a key names. */
export function placeOf(key: string): FormPlace {
  const found: unknown = JSON.parse(key)
  const [name, ...path] = Array.isArray(found) ? found.filter(isStep) : []
  return typeof name === 'string' && name !== ''
    ? { kind: 'variable', name, path }
    : { kind: 'cluster', path }
}

function isStep(value: unknown): value is string | number {
  return typeof value === 'string' || typeof value === 'number'
}

/** A place below another one: a property, or an item. */
export function placeIn(place: FormPlace, step: string | number): FormPlace {
  return { ...place, path: [...place.path, step] }
}

/** Gives the focus to the field of a place, or to the nearest one around it; false if no field shows it. */
export function focusPlace(root: ParentNode, place: FormPlace): boolean {
  const fields = [...root.querySelectorAll<HTMLElement>('[data-place]')]
  for (let length = place.path.length; length >= 0; length--) {
    const key = placeKey({ ...place, path: place.path.slice(0, length) })
    const found = fields.find(field => field.dataset['place'] === key)
    const input = found?.matches('input, select, textarea') === true ? found : firstInput(found)
    if (input) {
      // A closed group hides its fields, and what is hidden takes no focus.
      const group = input.closest('details')
      if (group) group.open = true
      input.focus()
      return true
    }
  }
  return false
}

function firstInput(element: HTMLElement | undefined): HTMLElement | null | undefined {
  return element?.querySelector<HTMLElement>('input, select, textarea, button')
}
