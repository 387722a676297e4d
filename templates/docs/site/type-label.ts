import { type ScalarType, typeLabels } from 'rpcloom/codegen'
import type { Api, Json, NumericType, Schema, Type } from 'rpcloom/model'
import type { TypePart } from '../page/leaf.ts'
import type { Addresses } from './addresses.ts'
import { textMember } from './schema-member.ts'

export interface Labels {
  readonly of: (element: Typed) => readonly TypePart[]
}

export interface Typed {
  readonly type: Type
  readonly schema?: Schema
}

/** Returns the labels of types, in which named types are links to their pages. */
export function openLabels(api: Api, addresses: Addresses): Labels {
  const labels = typeLabels<Exclude<TypePart, string>>(api, {
    scalar,
    named: (id, name) => {
      const to = addresses.type(id)
      return to && { name, to, id }
    },
  })
  return { of: ({ type, schema }) => labels(type, schema?.json) }
}

function scalar(type: ScalarType, json: Json | undefined): string {
  switch (type.kind) {
    case 'unknown':
      return 'any'
    case 'never':
      return 'nothing'
    case 'null':
    case 'boolean':
      return type.kind
    case 'number':
    case 'string':
      return formatOf(json) ?? type.kind
    case 'numeric':
      return formatOf(json) ?? numberWord(type)
    default:
      return type satisfies never
  }
}

function numberWord({ encoding: name, integer, as }: NumericType): string {
  if (name === 'hex') return 'string'
  return integer || as === 'bigint' ? 'integer' : 'number'
}

function formatOf(json: Json | undefined): string | undefined {
  const format = textMember(json, 'format')
  return format !== undefined && /^[\w.-]{1,40}$/.test(format) ? format : undefined
}
