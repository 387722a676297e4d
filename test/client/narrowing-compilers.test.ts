import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { compileFolder, type Compiler } from '../targets/emitted.ts'

const root = resolve(import.meta.dirname, '../..')

/** Returns the function of narrowing.test.ts that handles every error of a method. */
function program(): string {
  const text = readFileSync(join(import.meta.dirname, 'narrowing.test.ts'), 'utf8')
  const [advice = ''] = /^function advice[\s\S]*?^\}$/m.exec(text) ?? []
  expect(advice).toContain('satisfies never')
  return `import { isRpcError } from '@native-node/client'\nexport ${advice}\n`
}

function compile(text: string, compiler: Compiler): void {
  mkdirSync(join(root, '.cache'), { recursive: true })
  const folder = mkdtempSync(join(root, '.cache', 'narrowing-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const compilerOptions = {
    target: 'es2023',
    module: 'nodenext',
    lib: ['es2023', 'dom'],
    types: [],
    strict: true,
    noEmit: true,
  }
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions }))
  writeFileSync(join(folder, 'program.ts'), text)
  compileFolder(folder, compiler)
}

describe.each<Compiler>(['7.0', '5.9'])('TypeScript %s', (compiler) => {
  it('accepts a switch over all errors of a method as exhaustive', () => {
    expect(() => compile(program(), compiler)).not.toThrow()
  }, 60_000)

  it('reports the error that a switch omits', () => {
    const left = program().replace(`    case 'unfinalizedBlock':\n`, '')
    expect(() => compile(left, compiler)).toThrow(
      /unfinalizedBlock.* does not satisfy the expected type 'never'/,
    )
  }, 60_000)
})
