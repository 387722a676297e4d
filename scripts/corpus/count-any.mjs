// Counts uses of the type `any` in TypeScript files. The files are parsed, because names and
// comments can contain the word.
import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { root } from '../workspace.mjs'

/** Counts the `any` keywords in all `.ts` files below a folder. */
export function countAny(folder) {
  let count = 0
  for (const path of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (!path.endsWith('.ts')) continue
    const text = readFileSync(join(folder, path), 'utf8')
    if (/\bany\b/.test(text)) count += keywordsIn(path, text)
  }
  return count
}

function keywordsIn(path, text) {
  // Use an older TypeScript version, because TypeScript 7 does not have a compiler API yet.
  const ts = createRequire(join(root, 'test/compilers/package.json'))('typescript')
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest)
  let count = 0
  const visit = (node) => {
    if (node.kind === ts.SyntaxKind.AnyKeyword) count++
    ts.forEachChild(node, visit)
  }
  visit(source)
  return count
}
