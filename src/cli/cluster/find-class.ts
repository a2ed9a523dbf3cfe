import { type ClusterClass, readClass } from '../../domain/cluster-class/read-class.ts'
import { readDocuments } from '../../domain/yaml/document/read-documents.ts'
import { YamlError } from '../../domain/yaml/yaml-error.ts'
import { nearest } from '../../domain/text/nearest.ts'
import { CLASSES, type FolderListing } from '../../scaffold/places.ts'
import { Refusal } from '../command/refusal.ts'
import type { Io } from '../io/io.ts'
import { type FilePlace, placeFrom } from '../io/place.ts'
import { namesIn } from '../repository/records.ts'
import { readPlace } from '../repository/write-files.ts'
import { fileIn } from '../repository/file-in.ts'

/** Finds a ClusterClass: the only one of a file, or by its name among those of the repository; without a name, the only one there. */
export function findClass(root: FilePlace, name: string | undefined, io: Io): ClusterClass {
  if (name !== undefined && isFile(name)) return classOfFile(name, io)
  const classes = classesIn(root).map(({ found }) => found)
  const [only, second] = classes
  if (name === undefined) {
    if (only && !second) return only
    throw only ? whichClass(classes) : noClass(root)
  }
  const found = classes.find(one => one.name === name)
  if (found) return found
  throw unknownClass(root, name, classes)
}

/** The lines by which the management cluster gets a class of the repository: none if it has the class from elsewhere. */
export function classListings(root: FilePlace, name: string): readonly FolderListing[] {
  const files = classesIn(root).filter(({ found }) => found.name === name)
  return files.map(({ file }) => ({ file: `${CLASSES}/kustomization.yaml`, item: file }))
}

function classOfFile(name: string, io: Io): ClusterClass {
  const place = placeFrom(io.cwd(), name)
  const classes = classesOf(place)
  const [only, second] = classes
  if (only && !second) return only
  throw new Refusal(`${place.path} must hold one ClusterClass, and holds ${classes.length}`, { exitCode: 2 })
}

function isFile(name: string): boolean {
  return /\.ya?ml$/.test(name)
}

/** Every ClusterClass of the repository, and the name of its file. */
function classesIn(root: FilePlace): readonly { readonly file: string; readonly found: ClusterClass }[] {
  return namesIn(root, CLASSES)
    .filter(isFile)
    .flatMap(file => classesOf(fileIn(root, `${CLASSES}/${file}`)).map(found => ({ file, found })))
}

/** The ClusterClasses of a file. Refuses YAML that cannot be read, with its place. */
function classesOf(place: FilePlace): readonly ClusterClass[] {
  const text = readPlace(place)
  if (text === undefined) throw new Refusal(`cannot read ${place.path}: it does not exist`, { exitCode: 2 })
  try {
    return readDocuments(text).flatMap(({ value }) => readClass(value) ?? [])
  } catch (error) {
    if (!(error instanceof YamlError)) throw error
    throw new Refusal(`${place.path}:${error.line}:${error.column}: ${error.reason}`, { exitCode: 2 })
  }
}

function noClass(root: FilePlace): Refusal {
  return new Refusal(`there is no ClusterClass in ${fileIn(root, CLASSES).path}`, {
    exitCode: 2,
    fix: 'put one there; or give --class with its file, --kubeconfig or --context to read it from the management cluster, or --template for a file of your own',
  })
}

function whichClass(classes: readonly ClusterClass[]): Refusal {
  const names = classes.map(({ name }) => name).toSorted()
  return new Refusal(`no class is given; there are ${names.join(', ')}`, {
    exitCode: 2,
    fix: `give one: --class ${names[0]}`,
  })
}

function unknownClass(root: FilePlace, name: string, classes: readonly ClusterClass[]): Refusal {
  const names = classes.map(one => one.name).toSorted()
  if (names.length === 0) return noClass(root)
  const meant = nearest(name, names)
  const hint = meant === undefined ? `: there are ${names.join(', ')}` : `; did you mean ${meant}?`
  return new Refusal(`there is no ClusterClass "${name}" in ${fileIn(root, CLASSES).path}${hint}`, {
    exitCode: 2,
  })
}
