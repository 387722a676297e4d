import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { targets } from '@rpcloom/templates'
import { checkConfig, generate, type GenerateResult, type Project } from 'rpcloom/run'
import { templateFaults } from '../../generator/src/codegen/template-fault.ts'
import { petstore } from '../targets/petstore.ts'
import { putFiles, temporaryFolder } from '../temporary-folder.ts'

const templates = resolve(import.meta.dirname, '../../templates')

function projectOf(files: Readonly<Record<string, string>>): Project {
  const root = temporaryFolder({ 'api.json': JSON.stringify(petstore), ...files })
  const checked = checkConfig('c', {
    inputs: ['api.json'],
    out: 'out',
    scope: '@t',
    format: false,
    targets: { docs: { templates: 'own' } },
  })
  if (checked.kind === 'faulty') throw new Error('The configuration of the test is faulty.')
  return {
    root,
    config: checked.config,
    targets,
    targetsCode: { entry: join(templates, 'dist/index.js'), folder: templates },
  }
}

async function run(project: Project, mode: 'write' | 'check' = 'write'): Promise<GenerateResult> {
  return generate(project, { mode, force: false })
}

function pageOf(project: Project, path: string): string {
  return readFileSync(join(project.root, 'out/docs/site', path), 'utf8')
}

describe('templates of a project', () => {
  test('replace those with their path, and an edit regenerates their pages', async () => {
    const project = projectOf({
      'own/views/schemas.html.hbs': '<p>mine</p>',
      'own/assets/extra.css': 'p {}',
      'own/changelog.md': '## 3.0.0 - 2026-01-02\n\n- All new',
    })
    expect((await run(project)).status).toBe('written')
    expect(pageOf(project, 'schemas/index.html')).toContain('<p>mine</p>')
    expect(pageOf(project, 'pets/index.html')).toContain('<h1>')
    expect(pageOf(project, 'assets/extra.css')).toBe('p {}')
    expect(pageOf(project, 'changes.html')).toContain('3.0.0, 2026-01-02')
    expect((await run(project)).status).toBe('current')
    putFiles(project.root, { 'own/views/schemas.html.hbs': '<p>yours</p>' })
    const { changes, status } = await run(project)
    expect(status).toBe('written')
    expect(changes.changed).toContain('out/docs/site/schemas/index.html')
    expect(changes.changed).not.toContain('out/docs/site/pets/index.html')
    expect(pageOf(project, 'schemas/index.html')).toContain('<p>yours</p>')
  })

  test.each([
    ['an unclosed block', 'schemas', '<p>\n{{#if modules}}\n', [3, 1]],
    ['a block closed twice', 'schemas', '<p>\n{{modules}} {{/if}}', [2, 13]],
    ['another helper', 'schemas', '\n  {{shout modules}}', [2, 3]],
    ['a missing partial', 'schemas', '<p>{{> nothing}}</p>', [1, 4]],
    ['a name that the view lacks', 'schemas', '<p>\n <b>{{modulez}}</b>', [2, 7]],
    [
      'an unknown name in a partial',
      'parts/badges',
      '{{#each badges}}{{this.txt}}{{/each}}',
      [1, 19],
    ],
  ])('%s is reported with its location', async (_, name, text, [line, column]) => {
    const project = projectOf({ [`own/views/${name}.html.hbs`]: text })
    const { status, diagnostics } = await run(project)
    expect(status).toBe('failed')
    expect(diagnostics.map((one) => [one.code, one.file, one.line, one.column])).toEqual([
      ['RL011', `own/views/${name}.html.hbs`, line, column],
    ])
  })

  test('a template that replaces nothing is a warning with a suggestion', async () => {
    const project = projectOf({ 'own/schemas.html.hbs': '' })
    const { status, diagnostics } = await run(project)
    expect(status).toBe('written')
    const own = diagnostics.filter(({ code }) => code.startsWith('RL0'))
    expect(own.map(({ code, severity }) => [code, severity])).toEqual([['RL010', 'warning']])
    expect(own[0]?.message).toContain('views/schemas.html.hbs')
  })

  test('a missing folder is an error', async () => {
    const { status, diagnostics } = await run(projectOf({}))
    expect([status, diagnostics.map(({ code }) => code)]).toEqual(['failed', ['RL009']])
  })
})

test('errors are reported at the character where parsing stopped', () => {
  const long = `${'x'.repeat(40)}\n  some text {{#each xs}}{{b}}{{/each}`
  expect(templateFaults(long, new Set())).toMatchObject([{ line: 2, column: 37 }])
  expect(templateFaults('{{#if a}}{{> b}}{{/if}}', new Set(['b']))).toEqual([])
})
