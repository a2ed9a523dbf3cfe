const words: Readonly<Record<string, string>> = {
  EACCES: 'permission denied',
  EBUSY: 'it is in use',
  EDQUOT: 'your disk quota is exceeded',
  EFBIG: 'the file is too large for the disk',
  EIO: 'the disk reports an error',
  EISDIR: 'it is a folder',
  ELOOP: 'its symbolic links form a cycle',
  EMFILE: 'too many files are open',
  ENAMETOOLONG: 'the name is too long',
  ENFILE: 'too many files are open',
  ENOENT: 'it does not exist',
  ENOSPC: 'no space is left on the disk',
  ENOTDIR: 'a part of its path is a file, not a folder',
  ENXIO: 'it is a socket, not a file',
  EPERM: 'permission denied',
  EROFS: 'the disk is read-only',
  EXDEV: 'it is a mount point',
}

/** Whether the system refused a call, in contrast to a bug in the program. */
export function isSystemError(error: unknown): error is NodeJS.ErrnoException & { readonly code: string } {
  return error instanceof Error && 'syscall' in error && 'code' in error && typeof error.code === 'string'
}

/** Says in plain words why the system refused a call; its own code where there are no better words. */
export function plainCause(error: { readonly code: string }): string {
  return words[error.code] ?? `system error ${error.code}`
}
