import { exampleOf } from '../example.ts'
import { lastToken, nameOf, schemaOf, assertedTypes } from '../reading.ts'
import type { Problem } from '../problem.ts'
import type { Rule } from '../rule.ts'
import { isPascal, oddOnes } from '../styles.ts'
import type { DocumentSubject, Subject } from '../subject.ts'
import type { Element } from '../../openrpc/elements.ts'

const methodNaming: Rule = {
  code: 'RL730',
  name: 'method-naming',
  severity: 'off',
  title: 'method names have inconsistent styles',
  cause: 'Callers guess method names, and guess wrong if one is in a different style.',
  help: 'Rename it in the style of the others. To keep callers working, add the new name and deprecate the old one.',
  failing: exampleOf(`
methods:
  - { name: shop.listPets, params: [] }
  - { name: shop.getPet, params: [] }
  - { name: shop.Count_Pets, params: [] }`),
  passing: exampleOf(`
methods:
  - { name: shop.listPets, params: [] }
  - { name: shop.getPet, params: [] }
  - { name: shop.countPets, params: [] }`),
  check: ({ documents }) =>
    documents.flatMap(({ methods }) => {
      // Skip names that the specification defines, because the author cannot change them.
      const own = methods.filter(({ name }) => name !== '' && !name.startsWith('rpc.'))
      const { style, odd } = oddOnes(
        own.map(({ name }) => name),
        'paths',
      )
      return own
        .filter(({ name }) => odd.has(name))
        .map(({ name, method }) => ({
          message: `The method ${name} is not named in ${style} like most methods of the document.`,
          place: method,
        }))
    }),
}

const paramNaming: Rule = {
  code: 'RL731',
  name: 'param-naming',
  severity: 'off',
  title: 'param names have inconsistent styles',
  cause: 'Params are sent by name, and callers misspell a name in a different style.',
  help: 'Rename it in the style of the others.',
  failing: exampleOf(`
methods:
  - name: getPet
    params:
      - { name: petId, schema: { type: string } }
      - { name: shopId, schema: { type: string } }
      - { name: with_owner, schema: { type: boolean } }`),
  passing: exampleOf(`
methods:
  - name: getPet
    params:
      - { name: petId, schema: { type: string } }
      - { name: shopId, schema: { type: string } }
      - { name: withOwner, schema: { type: boolean } }`),
  check: ({ documents }) =>
    documents.flatMap((document) => {
      const params = paramsOf(document).filter((param) => nameOf(param) !== '')
      const { style, odd } = oddOnes(params.map(nameOf), 'words')
      return params
        .filter((param) => odd.has(nameOf(param)))
        .map((param) => ({
          message: `The param ${nameOf(param)} is not named in ${style} like most params of the document.`,
          place: param,
        }))
    }),
}

function paramsOf({ methods }: DocumentSubject): readonly Element[] {
  return methods.flatMap(({ params }) => params)
}

const componentNaming: Rule = {
  code: 'RL732',
  name: 'component-naming',
  severity: 'off',
  title: 'a component schema is not named in PascalCase',
  cause:
    'Its key becomes a type name. A key in another style is converted, so the type cannot be found by the key.',
  help: 'Rename the key and the references to it.',
  failing: exampleOf('methods: []\ncomponents: { schemas: { pet_record: { type: string } } }'),
  passing: exampleOf('methods: []\ncomponents: { schemas: { PetRecord: { type: string } } }'),
  check: ({ objects }) =>
    objects
      .filter(({ parent, member }) => parent?.kind === 'components' && member === 'schemas')
      .filter(({ place }) => !isPascal(lastToken(place.pointer)))
      .map(({ place }) => ({
        message: `The schema ${lastToken(place.pointer)} is not named in PascalCase.`,
        place,
      })),
}

const paramType: Rule = {
  code: 'RL733',
  name: 'param-type',
  severity: 'warning',
  title: 'params with the same name have different types',
  cause: 'Callers who know the param from one method send the wrong type to the other.',
  help: 'Give the params one type, or different names.',
  failing: exampleOf(`
methods:
  - { name: getPet, params: [{ name: id, schema: { type: string } }] }
  - { name: sellPet, params: [{ name: id, schema: { type: integer } }] }`),
  passing: exampleOf(`
methods:
  - { name: getPet, params: [{ name: id, schema: { type: string } }] }
  - { name: sellPet, params: [{ name: id, schema: { type: string } }] }`),
  check: (subject) => subject.documents.flatMap((document) => typeProblems(document, subject)),
}

/**
 * Matches placeholder names such as `0` and `p1`. Params with such a name are not related to params of the
 * same name in other methods.
 */
const isPosition = /^(p|arg|param)?_?\d+$/i

function typeProblems(document: DocumentSubject, { loaded }: Subject): readonly Problem[] {
  const known = new Map<string, string>()
  return paramsOf(document).flatMap((param): readonly Problem[] => {
    const name = nameOf(param)
    const types = assertedTypes(schemaOf(param.json['schema'], param.file, loaded))
    const type = [...types]
      .filter((one) => one !== 'null')
      .sort()
      .join(' or ')
    const before = known.get(name)
    if (type === '' || name === '' || isPosition.test(name)) return []
    if (before === undefined) known.set(name, type)
    if (before === undefined || before === type) return []
    return [{ message: `The param ${name} is ${type} here and ${before} elsewhere.`, place: param }]
  })
}

export const nameRules: readonly Rule[] = [methodNaming, paramNaming, componentNaming, paramType]
