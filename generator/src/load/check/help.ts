import type { Kind } from '../../openrpc/grammar.ts'

interface Form {
  readonly what: string
  readonly sample: string
  readonly more?: string
}

const forms: { readonly [kind in Kind]?: Form } = {
  schema: {
    what: 'a schema',
    sample: '{ "type": "string" }',
    more: ' or `{ "$ref": "#/components/schemas/Pet" }`',
  },
  method: {
    what: 'a method',
    sample: '{ "name": "getPet", "params": [], "result": { "name": "pet", "schema": {} } }',
  },
  contentDescriptor: {
    what: 'one value',
    sample: '{ "name": "pet", "schema": { "type": "string" } }',
    more: '; use an object or a tuple for several values',
  },
}

/** Returns help on how to write a value of a kind. Returns undefined if the message needs no help. */
export function helpFor(kind: Kind): string | undefined {
  const form = forms[kind]
  return form && `Write ${form.what} as in \`${form.sample}\`${form.more ?? ''}.`
}

export function helpForList(of: Kind): string | undefined {
  const form = forms[of]
  return form && `Write a list as in [${form.sample}].`
}
