import { renderTemplate, type TemplateOutput, type ViewObject } from 'rpcloom/codegen'

export type Renderer = (name: string, view: ViewObject) => string

export function openTemplates(
  templates: Readonly<Record<string, string>>,
  extension: 'html' | 'md',
): Renderer {
  const output: TemplateOutput = extension === 'html' ? 'html' : 'markdown'
  const suffix = `.${extension}.hbs`
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
    return renderTemplate(template, view, { output, partials })
  }
}
