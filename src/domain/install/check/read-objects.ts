import { itemsIn, partOf, textIn, textsIn, type Fields } from '../../object/fields.ts'

/** The name of an object. */
export function nameOfObject(object: Fields): string {
  return textIn(partOf(object, 'metadata'), 'name')
}

/** The namespace of an object; empty for none. */
export function objectNamespace(object: Fields): string {
  return textIn(partOf(object, 'metadata'), 'namespace')
}

/** Namespace and name of an object. */
export function pathOf(object: Fields): string {
  return `${objectNamespace(object)}/${nameOfObject(object)}`
}

/** The first container of the Pods of a Deployment. */
function containerOf(deployment: Fields): Fields {
  const pod = partOf(partOf(partOf(deployment, 'spec'), 'template'), 'spec')
  return itemsIn(pod, 'containers')[0] ?? {}
}

/** The arguments of a Deployment. */
export function argsOf(deployment: Fields): readonly string[] {
  return textsIn(containerOf(deployment), 'args')
}

/** The version that a Deployment runs: the tag of its image, or its label where the tag is none. */
export function versionOf(deployment: Fields): string | undefined {
  const tag = /:v?(\d+\.\d+[-+.\w]*)(?:@|$)/.exec(textIn(containerOf(deployment), 'image'))?.[1]
  const label = textIn(partOf(partOf(deployment, 'metadata'), 'labels'), 'app.kubernetes.io/version')
  return tag ?? (label === '' ? undefined : label)
}

/** A condition of an object, if it has it. */
export function conditionIn(object: Fields, type: string): Fields | undefined {
  return itemsIn(partOf(object, 'status'), 'conditions').find(each => textIn(each, 'type') === type)
}
