// What the target `mcp` generates, made at run time of a document. For tests.
import { documentGroup } from '@rpcloom/mock'

/** Returns a program of documents by slug. */
export function programOf(documents, more = {}) {
  return {
    name: 'test-mcp',
    version: '1.2.3',
    description: 'Tools of a test',
    errors: async () => ({ errors: {}, lists: {} }),
    groups: Object.entries(documents).map(([slug, document]) => {
      const group = documentGroup(document, slug)
      const effects = new Map(document.methods.map((one) => [one.name, one['x-effect']]))
      const methods = group.methods.map((one) => [
        one.name,
        { ...one, group, effect: effects.get(one.name) },
      ])
      return {
        slug,
        title: document.info.title,
        document: async () => document,
        methods: async () => Object.fromEntries(methods),
      }
    }),
    ...more,
  }
}
