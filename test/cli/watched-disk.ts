import { type Disk, realDisk } from '../../src/cli/folder/disk.ts'

type Call = keyof Disk

/** For tests: the real disk, which tells `before` about each call, counted from 0, and may be kept from doing it. */
export function watchedDisk(before: (count: number, call: Call, path: unknown) => void): Disk {
  let count = 0
  const watch =
    (call: Call) =>
    (...args: readonly unknown[]): unknown => {
      before(count, call, args[0])
      count += 1
      return Reflect.apply(realDisk[call], realDisk, args)
    }
  return new Proxy(realDisk, { get: (_, call) => watch(call as Call) })
}
