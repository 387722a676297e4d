import { isAbsolute, relative, resolve, sep } from 'node:path'

/** Whether a path is a URL. */
export function isRemote(path: string): boolean {
  return /^https?:\/\//i.test(path)
}

export function toProjectPath(root: string, path: string): string {
  return relative(root, resolve(root, path)).split(sep).join('/')
}

export function leavesProject(path: string): boolean {
  return path === '..' || path.startsWith('../') || isAbsolute(path)
}
