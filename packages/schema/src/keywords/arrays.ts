import { itemSchemas } from '../part-schemas.ts'
import type { Check, Run } from '../check/run.ts'
import type { Rule } from '../check/rule.ts'
import type { SchemaObject } from '../types.ts'
import { areUnique } from '../json/unique.ts'
import { filled } from './draft-7.ts'
import type { KeywordTable } from './keyword.ts'

/** Keywords for arrays. */
export const arrayKeywords: KeywordTable = {
  minItems: { form: 'count', of: 'array', limit: { side: 'least', unit: 'items' } },
  maxItems: { form: 'count', of: 'array', limit: { side: 'most', unit: 'items' } },
  uniqueItems: {
    form: 'flag',
    of: 'array',
    isOrdered: true,
    label: (value) => (value === true ? 'no duplicate items' : undefined),
  },
  items: {
    holds: 'oneOrList',
    noun: 'item',
    draft7: filled,
    of: 'array',
    mayEvaluate: true,
    isMerged: true,
  },
  prefixItems: { form: 'list', holds: 'list', of: 'array', isMerged: true },
  additionalItems: { holds: 'one', mayEvaluate: true, isMerged: true },
  contains: { holds: 'one', of: 'array', mayEvaluate: true },
  minContains: {
    form: 'count',
    limit: { side: 'least', unit: 'items that match "contains"', absent: 1 },
  },
  maxContains: { form: 'count', limit: { side: 'most', unit: 'items that match "contains"' } },
  unevaluatedItems: { holds: 'one' },
}

/** A check of arrays. Other values are valid. */
type ItemsCheck = (items: readonly unknown[], run: Run) => boolean

/** An array that is too long is not checked further, to save time. */
function ofArrays({ maxItems }: SchemaObject, check: ItemsCheck): Check {
  const most = typeof maxItems === 'number' ? maxItems : Infinity
  return (value, run) => !Array.isArray(value) || value.length > most || check(value, run)
}

const itemCount: Rule = {
  names: ['minItems', 'maxItems'],
  check({ minItems: least, maxItems: most }) {
    return (value, run) => {
      if (!Array.isArray(value)) return true
      const { length } = value
      if (typeof least === 'number' && length < least) {
        const message = `must have at least ${least} items`
        return run.fail('minItems', message, `>= ${least} items`)
      }
      if (typeof most !== 'number' || length <= most) return true
      return run.fail('maxItems', `must have at most ${most} items`, `<= ${most} items`)
    }
  },
}

const uniqueItems: Rule = {
  names: ['uniqueItems'],
  check(schema) {
    if (schema['uniqueItems'] !== true) return undefined
    return ofArrays(
      schema,
      (list, run) => areUnique(list) || run.fail('uniqueItems', 'must not repeat an item'),
    )
  },
}

const items: Rule = {
  names: ['items', 'prefixItems', 'additionalItems'],
  check(schema, compiler) {
    const { first, rest } = itemSchemas(schema)
    const checks = first.map((item) => compiler.checkOf(item))
    const other = rest === undefined ? undefined : compiler.checkOf(rest)
    return ofArrays(schema, (list, run) => {
      let isValid = true
      for (let index = 0; index < list.length; index++) {
        const check = checks[index] ?? other
        if (check === undefined) break
        run.evaluated?.add(index)
        if (run.part(check, list[index], index)) continue
        isValid = false
        if (run.isOver) return false
      }
      return isValid
    })
  },
}

const contains: Rule = {
  names: ['contains'],
  check(schema, compiler) {
    const { minContains: least = 1, maxContains: most = Infinity } = schema
    const check = compiler.checkOf(schema['contains'])
    return ofArrays(schema, (list, run) => {
      let count = 0
      for (const [index, item] of list.entries()) {
        if (!run.trial(check, item, index).isValid) continue
        count++
        run.evaluated?.add(index)
      }
      if (typeof least === 'number' && count < least)
        return run.fail('contains', `must contain at least ${least} matching items`)
      if (typeof most === 'number' && count > most)
        return run.fail('maxContains', `must contain at most ${most} matching items`)
      return true
    })
  },
}

/** Must come after all other keywords for arrays. */
const unevaluatedItems: Rule = {
  names: ['unevaluatedItems'],
  check(schema, compiler) {
    const check = compiler.checkOf(schema['unevaluatedItems'])
    return ofArrays(schema, (list, run) => {
      let isValid = true
      for (const [index, item] of list.entries()) {
        if (run.evaluated?.has(index)) continue
        if (!run.part(check, item, index)) isValid = false
        run.evaluated?.add(index)
        if (!isValid && run.isOver) return false
      }
      return isValid
    })
  },
}

/** How arrays are checked. `unevaluatedItems` must come last. */
export const arrayRules: readonly Rule[] = [
  itemCount,
  uniqueItems,
  items,
  contains,
  unevaluatedItems,
]
