import type { Group, Method } from 'rpcloom/model'
import { callForm, isPaged, type Scope } from 'rpcloom/codegen'
import { codegen } from './context.ts'
import { hasEvents, subscriptionForm } from './subscriptions.ts'

/** Returns the name under which a module imports the methods of a group from the types package. */
export function methodsOf(scope: Scope, { slug, typeName }: Group, types: string): string {
  const alias = `${typeName.charAt(0).toLowerCase()}${typeName.slice(1)}Methods`
  return scope.use(`${types}/methods/${slug}`, 'methods', 'value', alias)
}

/**
 * Returns an expression for the functions of a group by their names in a client: `functionsOf(pChainMethods,
 * { paged })`.
 */
export function functionsText(scope: Scope, group: Group, types: string): string {
  const { methods } = group
  const needs: Readonly<Record<string, boolean>> = {
    notification: methods.some((method) => callForm(method) === 'notification'),
    optional: methods.some((method) => callForm(method) === 'optional' && !isPaged(method)),
    paged: methods.some(isPaged),
    route: methods.some(({ rest }) => rest.length > 0),
    subscription: hasEvents({ methods }),
  }
  const forms = Object.keys(needs).filter((form) => needs[form])
  const used = forms.map((form) => formText(scope, group, form))
  const options = forms.length === 0 ? '' : `, { ${used.join(', ')} }`
  return `/* @__PURE__ */ ${scope.use(codegen, 'functionsOf', 'value')}(${methodsOf(scope, group, types)}${options})`
}

/** Returns the member of the options for a form, such as `paged`. */
function formText(scope: Scope, group: Group, form: string): string {
  const name = formName(group, form)
  const used = scope.use(codegen, name, 'value')
  return name === form ? used : `${form}: ${used}`
}

/** Returns the name of the function that makes the functions of a form. */
function formName(group: Group, form: string): string {
  if (form === 'subscription') return subscriptionForm(group)
  const isOptional = (method: Method): boolean => isPaged(method) && callForm(method) === 'optional'
  return form === 'paged' && group.methods.some(isOptional) ? 'optionalPaged' : form
}
