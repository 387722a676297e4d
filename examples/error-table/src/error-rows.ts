import { codeSpan, Markup, type Group, type RpcErrorSpec, type ViewObject } from 'rpcloom/targets'

/** Returns each error of a group once, by code and name, with the methods that list it. */
export function errorRows(group: Group): readonly ViewObject[] {
  const rows = new Map<string, { readonly error: RpcErrorSpec; readonly methods: string[] }>()
  for (const { name: methodName, errors } of group.methods) {
    for (const error of errors) {
      const row = rows.get(error.identifier) ?? { error, methods: [] }
      row.methods.push(methodName)
      rows.set(error.identifier, row)
    }
  }
  return [...rows.values()]
    .toSorted((a, b) => a.error.code - b.error.code)
    .map(({ error, methods }) => ({
      code: error.code,
      message: error.message,
      reason: codeSpan(error.reason ?? error.identifier),
      when: error.when ?? '',
      methods: new Markup(methods.map((name) => codeSpan(name).text).join(', ')),
    }))
}
