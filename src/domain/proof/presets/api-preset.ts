import type { Preset } from './preset.ts'

/** An API server answers before it can be used: these come later. */
export const apiPreset: Preset = {
  proves: 'The API server is ready, and the objects that it creates at startup exist.',
  asksReadyz: true,
  settings: {},
  objects: [
    { apiVersion: 'v1', kind: 'Namespace', name: 'kube-system' },
    { apiVersion: 'v1', kind: 'Namespace', name: 'default' },
    { apiVersion: 'v1', kind: 'Service', namespace: 'default', name: 'kubernetes' },
  ],
}
