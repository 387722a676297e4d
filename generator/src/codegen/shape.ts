import { patternKind } from '@rpcloom/schema/internal'
import { capitalized } from '../json/capitalized.ts'
import type { Api, ObjectType, TupleType, Type, TypeId, UnionType } from '../model/types.ts'
import type { Scalar } from '../json/types.ts'
import { asOne } from './alternatives.ts'
import { codecOf } from './numeric-codec.ts'
import {
  type Expression,
  listOf,
  literalOf,
  objectMember,
  identifierOf,
  objectOf,
  printExpression,
  pureCall,
  stringOf,
} from './expression.ts'
import { flattened, objectsOf } from './combine.ts'
import { isAlternative, isCoded, needsCodec } from './needs-codec.ts'
import { type Constant, inlineConstants, type Statements } from './inline-constants.ts'
import { propertyKey, scalarLiteral } from './quote.ts'
import type { Scope } from './scope.ts'
import { constantOf } from './structure.ts'
import { namedType, stringType } from './type-node.ts'

/**
 * Writes the shapes of a module: expressions that describe how the runtime converts values. Shapes of named
 * types become constants.
 */
export interface ShapeWriter {
  /** Returns the expression of a type's shape; `undefined` if values need no conversion. */
  readonly shape: (type: Type, direction: Direction) => Expression | undefined
  /**
   * Returns the statements, preceded by the constants to which they refer. Short shapes that are used once are
   * inlined.
   */
  readonly withConstants: (statements: Statements) => Statements
}

/**
 * Whether values of the shape are only read, only written, or both (in descriptors that client and server
 * share). Bounds are only checked when writing.
 */
export type Direction = 'read' | 'write' | 'both'

interface State {
  readonly api: Api
  readonly direction: Direction
  readonly scope: Scope
  /** Module of the runtime that exports the codecs. */
  readonly runtime: string
  readonly names: Map<string, string>
  /** Named types whose constants are still being compiled. */
  readonly open: Set<string>
  /** Nesting depth of the constants being compiled, and the constants that were deferred to limit the depth. */
  readonly nesting: { depth: number; readonly deferred: (() => void)[] }
  /**
   * States of unnamed intersections and unions. `tagged` is used for alternatives of a union, whose shapes
   * include their literals.
   */
  readonly inner: { readonly plain: Map<Type, Inner>; readonly tagged: Map<Type, Inner> }
  readonly codecs: Map<string, string>
  readonly texts: Map<string, string>
  readonly awaited: Set<string>
  readonly constants: Constant[]
}

/** Maximum length of an inlined shape. */
const readable = 60

/** The state of an intersection or union: its shape once it is complete, and its name if it refers to itself. */
interface Inner {
  isOpen: boolean
  shape?: Expression | undefined
  name?: string
}

/** Maximum length of an intersection's or union's shape that is not declared as a constant. */
const longestInner = 2000

/** Creates a writer for the module of `scope`. `longest` is the maximum length of an inlined shape. */
export function shapeWriter(
  api: Api,
  scope: Scope,
  runtime: string,
  longest: number = readable,
): ShapeWriter {
  const shared = {
    api,
    scope,
    runtime,
    codecs: new Map<string, string>(),
    texts: new Map<string, string>(),
    awaited: new Set<string>(),
  }
  const constants: Constant[] = []
  const stateFor = (direction: Direction): State => ({
    ...shared,
    direction,
    constants,
    names: new Map(),
    open: new Set(),
    nesting: { depth: 0, deferred: [] },
    inner: { plain: new Map(), tagged: new Map() },
  })
  const states = { read: stateFor('read'), write: stateFor('write'), both: stateFor('both') }
  return {
    shape(type, direction) {
      const shape = shapeOf(states[direction], type, false)
      makeDeferred(states[direction])
      return shape
    },
    withConstants(statements) {
      const inlined = inlineConstants({ statements, constants, kept: shared.awaited, longest })
      const type = inlined.constants.length === 0 ? '' : scope.use(runtime, 'Shape', 'type')
      const declared = inlined.constants.map(({ name, value }) =>
        constantOf({ name, type, value, exported: false }),
      )
      return [...declared, ...inlined.statements]
    },
  }
}

/**
 * Returns the shape of a type. If `tagged` is true, the type is an alternative of a union, and its shape
 * includes its literals, because alternatives may differ only in their literals.
 */
function shapeOf(state: State, type: Type, tagged: boolean): Expression | undefined {
  if (!needsCodec(state.api, type)) return undefined
  switch (type.kind) {
    case 'numeric':
      return codecOf(type, {
        use: (name) => runtimeName(state, name),
        share: (name, codec) => shared(state, name, codec),
      })
    case 'string':
    case 'number':
      return formatShape(state, type)
    case 'array': {
      const items = shapeOf(state, type.items, false)
      return items === undefined ? undefined : listOf([items])
    }
    case 'tuple':
      return tupleShape(state, type)
    case 'object':
      return objectShape(state, type, tagged)
    case 'union':
      return unionShape(state, type)
    case 'intersection':
      return intersectionShape(state, type, tagged)
    case 'ref':
      return namedShape(state, type.to, tagged)
    default:
      return undefined
  }
}

/** Returns the codec of a custom format for values of the type that the formats module declares. */
function formatShape(
  state: State,
  { custom }: Extract<Type, { kind: 'string' | 'number' }>,
): Expression {
  if (custom === undefined) throw new Error('Only values of a custom format have a codec')
  const { scope } = state
  const codec: Expression = {
    kind: 'pure',
    callee: runtimeName(state, custom.of === 'number' ? 'numberFormatCodec' : 'formatCodec'),
    typeArguments: [namedType(scope.format(custom.type)), stringType(custom.name)],
    arguments: [identifierOf(scope.formats()), stringOf(custom.name)],
  }
  return shared(state, formatConstant(custom.name), codec)
}

/** Returns the name of a format's constant: `order-id` -> `orderIdFormat`. */
function formatConstant(name: string): string {
  const [first = '', ...others] = name.split(/[^A-Za-z0-9]+/).filter((word) => word !== '')
  const words = [first, ...others.map(capitalized)]
  return `${/^\d/.test(first) ? 'format' : ''}${words.join('')}Format`
}

/** Imports a value of the runtime and returns its local name. */
function runtimeName(state: State, name: string): string {
  return state.scope.use(state.runtime, name, 'value')
}

/** Declares a constant for a codec that several shapes share, and returns a reference to the constant. */
function shared(state: State, preferred: string, value: Expression): Expression {
  const text = printExpression(value)
  const known = state.codecs.get(text)
  if (known !== undefined) return constant(known)
  const name = state.scope.declare(preferred)
  state.codecs.set(text, name)
  state.constants.push({ name, value })
  return constant(name)
}

function constant(name: string): Expression {
  return { kind: 'constant', name }
}

function namedShape(state: State, id: TypeId, tagged: boolean): Expression | undefined {
  const { api, names, open } = state
  const named = api.types.get(id)
  if (named === undefined) return undefined
  // Numbers and aliases get no constant of their own. A number uses its codec, and an alias uses the constant
  // of its target.
  if (isCoded(named.type) || named.type.kind === 'ref') {
    return shapeOf(state, named.type, tagged)
  }
  const known = names.get(id)
  if (known !== undefined) return open.has(id) ? later(state, known) : constant(known)
  const stem = `${named.name.charAt(0).toLowerCase()}${named.name.slice(1)}`
  const name = state.scope.declare(`${stem}${state.direction === 'write' ? 'Input' : ''}Shape`)
  names.set(id, name)
  open.add(id)
  const declare = (): void => {
    const value = shapeOf(state, named.type, isAlternative(api, id))
    open.delete(id)
    // A type that needs conversion always has a shape, except for a circular chain of references.
    names.set(id, declared(state, { name, value: value ?? objectOf([]) }))
  }
  if (state.nesting.depth >= deepest) {
    state.nesting.deferred.push(declare)
    return later(state, name)
  }
  state.nesting.depth++
  declare()
  state.nesting.depth--
  return constant(names.get(id) ?? name)
}

/** Returns an expression that refers to a constant before its declaration. */
function later({ awaited }: State, name: string): Expression {
  awaited.add(name)
  return { kind: 'later', name }
}

/**
 * Declares the constant of a named shape. Types with equal shapes share a constant, unless other shapes
 * already refer to the name.
 */
function declared(state: State, { name, value }: Constant): string {
  const { awaited, texts } = state
  const text = printExpression(value)
  const isName = value.kind === 'name' || value.kind === 'constant'
  const known = isName ? value.name : texts.get(text)
  if (known !== undefined && !awaited.has(name)) return known
  texts.set(text, name)
  state.constants.push({ name, value })
  return name
}

/**
 * Maximum nesting depth of constants being compiled. Long chains of object types would otherwise overflow the
 * stack.
 */
const deepest = 100

function makeDeferred({ nesting: { deferred } }: State): void {
  for (let make = deferred.pop(); make !== undefined; make = deferred.pop()) make()
}

function intersectionShape(state: State, type: Type, tagged: boolean): Expression | undefined {
  const { inner, api } = state
  const known = tagged ? inner.tagged : inner.plain
  return innerShape(state, { type, known }, () => shapeOf(state, objectsOf(api, type), tagged))
}

/**
 * Returns the shape of an intersection or union. A recursive shape refers to itself by name. Each shape is
 * computed only once, because there are exponentially many paths through intersections that contain each
 * other.
 */
function innerShape(
  state: State,
  { type, known }: { readonly type: Type; readonly known: Map<Type, Inner> },
  make: () => Expression | undefined,
): Expression | undefined {
  const before = known.get(type)
  if (before?.isOpen === false) return before.shape
  if (before !== undefined) return later(state, (before.name ??= state.scope.declare('innerShape')))
  const inner: Inner = { isOpen: true }
  known.set(type, inner)
  const shape = make()
  const text = shape === undefined ? '' : printExpression(shape)
  inner.isOpen = false
  inner.shape =
    inner.name === undefined && text.length <= longestInner
      ? (equalConstant(state, text) ?? shape)
      : innerConstant(state, { name: inner.name, value: shape ?? objectOf([]) })
  return inner.shape
}

/** Returns a reference to an existing constant with the same expression. */
function equalConstant({ texts }: State, text: string): Expression | undefined {
  const name = texts.get(text)
  return name === undefined ? undefined : constant(name)
}

function innerConstant(
  state: State,
  { name, value }: { readonly name: string | undefined; readonly value: Expression },
): Expression {
  return constant(declared(state, { name: name ?? state.scope.declare('innerShape'), value }))
}

function tupleShape(state: State, type: TupleType): Expression {
  const items = type.items.map((item) => shapeOf(state, item, false) ?? absent)
  const rest = type.rest === undefined ? undefined : shapeOf(state, type.rest, false)
  return pureCall(runtimeName(state, 'tuple'), [listOf(items), ...(rest ? [rest] : [])])
}

/** Marks a value that needs no conversion. */
const absent = literalOf('undefined')

function objectShape(state: State, type: ObjectType, tagged: boolean): Expression {
  const additional = type.additional ? shapeOf(state, type.additional, false) : undefined
  const patterns = (type.patterns ?? []).flatMap(({ pattern, type: member }) => {
    const shape = shapeOf(state, member, false)
    return shape === undefined ? [] : [listOf([patternOf(state, pattern), shape])]
  })
  const members = coded(state, type)
  const own = new Map([...(tagged ? tags(state, type) : []), ...members])
  if (additional === undefined && patterns.length === 0) return membersOf(own)
  const unconverted = type.properties.flatMap(({ name, type: member }) =>
    needsCodec(state.api, member) ? [] : [[propertyKey(name), absent] as const],
  )
  const properties = new Map([...unconverted, ...own])
  // Declared members that are converted like undeclared members need not be listed.
  const isUniform =
    patterns.length === 0 &&
    additional !== undefined &&
    [...properties.values()].every((shape) => isEqual(shape, additional))
  const options = [
    ...(isUniform || properties.size === 0
      ? []
      : [objectMember('properties', membersOf(properties))]),
    ...(patterns.length === 0 ? [] : [objectMember('patterns', listOf(patterns))]),
  ]
  const args = [additional ?? absent, ...(options.length > 0 ? [objectOf(options)] : [])]
  return pureCall(runtimeName(state, 'map'), args)
}

/**
 * Returns the expression of a pattern for member names. A pattern that may backtrack exponentially uses the
 * runtime's matcher, because the member names are untrusted input.
 */
function patternOf(state: State, pattern: string): Expression {
  const source = stringOf(pattern)
  if (patternKind(pattern) === 'plain') return pureCall('new RegExp', [source, stringOf('u')])
  return objectOf([objectMember('test', pureCall(runtimeName(state, 'patternTest'), [source]))])
}

type Entries = readonly (readonly [key: string, shape: Expression])[]

function coded(state: State, type: ObjectType): Entries {
  return type.properties.flatMap(({ name, type: member }) => {
    const shape = shapeOf(state, member, false)
    return shape === undefined ? [] : [[propertyKey(name), shape] as const]
  })
}

/**
 * Returns literals of required members by quoted key, which distinguish an alternative from other
 * alternatives.
 */
function tags(state: State, type: ObjectType): Entries {
  return type.properties.flatMap(({ name, required, type: member }) => {
    const literals = member.kind === 'null' ? ['null'] : literalsOf(member)
    if (!required || literals === undefined) return []
    return [[propertyKey(name), literalCodec(state, literals)] as const]
  })
}

function literalCodec(state: State, literals: readonly string[]): Expression {
  return pureCall(runtimeName(state, 'literal'), [...new Set(literals)].map(literalOf))
}

function literalsOf(type: Type): readonly string[] | undefined {
  if (type.kind === 'literal') return literalTexts([type.value])
  return type.kind === 'enum' ? literalTexts(type.members.map((member) => member.value)) : undefined
}

function literalTexts(values: readonly Scalar[]): readonly string[] {
  return values.flatMap((item) => scalarLiteral(item) ?? [])
}

function membersOf(members: ReadonlyMap<string, Expression>): Expression {
  return objectOf([...members].map(([key, shape]) => objectMember(key, shape)))
}

function isEqual(one: Expression, other: Expression): boolean {
  return printExpression(one) === printExpression(other)
}

function unionShape(state: State, type: UnionType): Expression | undefined {
  const { api, direction, inner } = state
  return innerShape(state, { type, known: inner.plain }, () => {
    const whole = direction === 'write' ? undefined : asOne(api, type, direction)
    return whole === undefined ? choiceShape(state, type) : shapeOf(state, whole, false)
  })
}

/**
 * Returns the shape of a union. The alternatives are tried in this order: literals, numbers that may be
 * strings, objects and lists, plain strings, other numbers.
 */
function choiceShape(state: State, type: UnionType): Expression | undefined {
  const members = flattened(state.api, type)
  const isChoice = members.filter(({ kind }) => kind !== 'null' && kind !== 'never').length > 1
  const literals = members.flatMap((member) => literalsOf(member) ?? [])
  const numbers = members.filter((member) => isCoded(member) && !isNumberOnly(member))
  const others = members.filter((member) => !isCoded(member))
  const shapesOf = (types: readonly Type[]): readonly Expression[] =>
    types.flatMap(
      (member) => shapeOf(state, member, isChoice) ?? untouched(state, member, members) ?? [],
    )
  const alternatives = distinct([
    ...(literals.length === 0 ? [] : [literalCodec(state, literals)]),
    ...shapesOf([...numbers, ...others]),
    ...(others.some(({ kind }) => kind === 'string')
      ? [identifierOf(runtimeName(state, 'text'))]
      : []),
    ...shapesOf(members.filter(isNumberOnly)),
    ...(members.some(passes) ? [identifierOf(runtimeName(state, 'pass'))] : []),
  ])
  return alternatives.length < 2
    ? alternatives[0]
    : pureCall(runtimeName(state, 'union'), alternatives)

  /**
   * Whether an alternative of the union needs no conversion and must be passed through: it is not a literal,
   * enum, string, null or object.
   */
  function passes(member: Type): boolean {
    const distinguished = ['literal', 'enum', 'string', 'null', 'never', 'object']
    return !distinguished.includes(behind(state.api, member).kind) && !needsCodec(state.api, member)
  }
}

function distinct(shapes: readonly Expression[]): readonly Expression[] {
  return [...new Map(shapes.map((shape) => [printExpression(shape), shape])).values()]
}

/** Whether a type is a number whose JSON form is never a string. */
function isNumberOnly(type: Type): boolean {
  return type.kind === 'numeric' ? type.numberOnly === true : type.kind === 'number'
}

/**
 * Returns the shape of an object type without conversions, if a shape is needed to distinguish the object
 * from other alternatives. The shape contains the literals of the object type, or is `{}` if it has none.
 */
function untouched(state: State, type: Type, others: readonly Type[]): Expression | undefined {
  const { api } = state
  const target = behind(api, type)
  if (target.kind !== 'object' || needsCodec(api, target)) return undefined
  const members = tags(state, target)
  if (members.length > 0) return membersOf(new Map(members))
  const working = others.map((other) => behind(api, other)).filter((one) => needsCodec(api, one))
  const objects = working.filter(
    (one) => !isCoded(one) && one.kind !== 'array' && one.kind !== 'tuple',
  )
  const needsEmptyShape =
    objects.length === 0 ? working.length > 0 : objects.some((one) => clashes(api, one, target))
  return needsEmptyShape ? objectOf([]) : undefined
}

/** Whether the shape of `type` might convert a member of `object` that happens to have the same name. */
function clashes(api: Api, type: Type, object: ObjectType): boolean {
  const other = type.kind === 'intersection' ? objectsOf(api, type) : behind(api, type)
  if (other.kind === 'union') return other.members.some((member) => clashes(api, member, object))
  if (other.kind !== 'object') return false
  if ([other, object].some(({ additional, patterns }) => additional || patterns)) return true
  const names = new Set(object.properties.map(({ name }) => name))
  return other.properties.some(
    ({ name, type: member }) => names.has(name) && needsCodec(api, member),
  )
}

function behind(api: Api, type: Type): Type {
  return (type.kind === 'ref' ? api.types.get(type.to)?.type : undefined) ?? type
}
