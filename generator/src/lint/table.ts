import { exampleOf } from './example.ts'
import type { Rule } from './rule.ts'
import { descriptionRules } from './rules/descriptions.ts'
import { documentRules } from './rules/document.ts'
import { errorRules } from './rules/errors.ts'
import { methodRules } from './rules/methods.ts'
import { exampleRules } from './rules/examples.ts'
import { mockRules } from './rules/mocks.ts'
import { nameRules } from './rules/names.ts'
import { valueRules } from './rules/values.ts'
import { schemaRules } from './rules/schemas.ts'

/** Reported by the linter itself, because individual rules do not know which ignores were unused. */
export const unusedIgnore: Rule = {
  code: 'RL790',
  name: 'unused-ignore',
  severity: 'warning',
  title: 'an ignore entry is unused',
  cause:
    'The finding that it hides is fixed or gone, and the ignore would hide the next finding at that place.',
  help: 'Remove the entry.',
  failing: exampleOf(`
methods:
  - name: listPets
    summary: The pets of this shop
    x-lint-ignore: [missing-description]
    params: []`),
  passing: exampleOf(`
methods:
  - name: listPets
    x-lint-ignore: [missing-description]
    params: []`),
  check: () => [],
}

/** Reported by the linter itself rather than by a rule's check. */
export const unknownIgnore: Rule = {
  code: 'RL791',
  name: 'unknown-ignore',
  severity: 'warning',
  title: 'an ignore entry names an unknown rule',
  cause: 'It hides nothing, although its author expects it to.',
  help: 'Use the name of a rule, such as `missing-description`, or its code.',
  failing: exampleOf(`
methods:
  - name: listPets
    x-lint-ignore: [no-description]
    params: []`),
  passing: exampleOf(`
methods:
  - name: listPets
    x-lint-ignore: [missing-description]
    params: []`),
  check: () => [],
}

export const rules: readonly Rule[] = [
  ...descriptionRules,
  ...errorRules,
  ...nameRules,
  ...schemaRules,
  ...valueRules,
  ...methodRules,
  ...documentRules,
  ...mockRules,
  ...exampleRules,
  unusedIgnore,
  unknownIgnore,
].sort((a, b) => (a.code < b.code ? -1 : 1))

const byWord = new Map(rules.flatMap((rule) => [[rule.name, rule] as const, [rule.code, rule]]))

export function ruleOf(word: string): Rule | undefined {
  return byWord.get(word) ?? byWord.get(word.toUpperCase())
}
