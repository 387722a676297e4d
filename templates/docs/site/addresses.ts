import {
  type Api,
  type Group,
  lookup,
  type Method,
  type NamedType,
  type TypeId,
} from 'rpcloom/model'
import type { Target } from '../page/leaf.ts'
import { inPages, partTarget } from './list-pages.ts'
import { idOf, createFileNames, type FileNames } from './unique-names.ts'
import { hasOwnPage, isPrimitive } from './type-kind.ts'

export const fixedPages = {
  landing: 'index',
  methods: 'methods',
  schemas: 'schemas/index',
  primitives: 'schemas/primitives',
  errors: 'errors',
  conventions: 'conventions',
  access: 'access',
  limits: 'limits',
  glossary: 'glossary',
  deprecations: 'deprecations',
  changes: 'changes',
  documents: 'documents',
  missing: '404',
} as const

export interface Addresses {
  readonly group: (group: Pick<Group, 'key'>) => Target
  /** Returns the page with the errors that only the given group has. */
  readonly errors: (group: Pick<Group, 'key'>) => Target
  readonly method: (method: Method) => Target
  /** Returns the index of the method that a page describes, within its group. */
  readonly indexOf: (page: string) => number | undefined
  readonly type: (id: TypeId) => Target | undefined
}

export function chooseAddresses(api: Api): Addresses {
  const folders = createFileNames(['assets', 'guides', 'openrpc', 'schemas'])
  const groups = new Map<string, Target>()
  const errors = new Map<string, Target>()
  const methods = new Map<Method, Target>()
  const indices = new Map<string, number>()
  for (const group of api.groups) {
    const folder = folders.choose(group.slug)
    groups.set(group.key, { page: `${folder}/index` })
    const names = createFileNames(['index'])
    for (const [index, method] of group.methods.entries()) {
      const page = `${folder}/${names.choose(method.slug)}`
      methods.set(method, { page })
      indices.set(page, index)
    }
    errors.set(group.key, { page: `${folder}/${names.choose('errors')}` })
  }
  const types = typeAddresses(api)
  return {
    group: ({ key }) => groups.get(key) ?? { page: fixedPages.landing },
    errors: ({ key }) => errors.get(key) ?? { page: fixedPages.errors },
    method: (method) => methods.get(method) ?? { page: fixedPages.landing },
    indexOf: (page) => indices.get(page),
    type: (id) => types.get(id),
  }
}

const mostPrimitives = 100

function typeAddresses(api: Api): ReadonlyMap<TypeId, Target> {
  const found = new Map<TypeId, Target>()
  const folders = new Map<string, FileNames>()
  const fragments = createFileNames()
  const primitives: NamedType[] = []
  for (const module of api.modules) {
    for (const id of module.types) {
      const named = lookup(api, id)
      if (!hasOwnPage(api, named)) continue
      if (isPrimitive(api, named)) {
        primitives.push(named)
      } else {
        found.set(id, { page: `schemas/${folderOf(named)}/${stemIn(folders, named)}` })
      }
    }
  }
  const to = { page: fixedPages.primitives }
  const pages = inPages(primitives.sort(byName), mostPrimitives)
  for (const [index, some] of pages.entries()) {
    for (const { id, name } of some) {
      found.set(id, { ...partTarget(to, index), fragment: fragments.choose(idOf(name)) })
    }
  }
  return found
}

export function byName(a: NamedType, b: NamedType): number {
  return a.name < b.name ? -1 : 1
}

function folderOf({ module }: NamedType): string {
  return module.replace(/[^A-Za-z0-9/_-]+/g, '-')
}

function stemIn(folders: Map<string, FileNames>, named: NamedType): string {
  const folder = folderOf(named).toLowerCase()
  // The file names in use are tracked for each folder, because one module's folder may be inside the folder
  // of another module.
  const names = folders.get(folder) ?? createFileNames(['index'])
  folders.set(folder, names)
  return names.choose(named.name)
}
