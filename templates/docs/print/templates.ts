import { renderTemplate, type ViewObject } from 'rpcloom/codegen'

export type Renderer = (name: string, view: ViewObject) => string

const suffix = '.html.hbs'

export function openTemplates(templates: Readonly<Record<string, string>>): Renderer {
  const partials = Object.fromEntries(
    Object.entries(templates).flatMap(([path, text]) =>
      path.startsWith('views/parts/') && path.endsWith(suffix)
        ? [[path.slice('views/parts/'.length, -suffix.length), text]]
        : [],
    ),
  )
  return (name, view) => {
    const template = templates[`views/${name}${suffix}`]
    if (template === undefined) throw new Error(`There is no template ${name}${suffix}`)
    return renderTemplate(template, view, { output: 'html', partials })
  }
}
