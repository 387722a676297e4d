// What the tools, resources and prompts have that the conformance suite of the protocol expects in every version.
import type { ContentBlockInput, PromptMessageInput } from '@test/client/mcp'

const pixel =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg=='
const silence = 'UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAEAfAAABAAgAZGF0YQAAAAA='
export const text = (text: string): ContentBlockInput => ({ type: 'text', text })
const image: ContentBlockInput = { type: 'image', data: pixel, mimeType: 'image/png' }
const resource = (uri: string, mimeType: string, text: string): ContentBlockInput => ({
  type: 'resource',
  resource: { uri, mimeType, text },
})

/** Contents of the results of tools. */
export const contents: Readonly<Record<string, readonly ContentBlockInput[]>> = {
  test_simple_text: [text('This is a simple text response for testing.')],
  test_image_content: [image],
  test_audio_content: [{ type: 'audio', data: silence, mimeType: 'audio/wav' }],
  test_embedded_resource: [
    resource('test://embedded-resource', 'text/plain', 'This is an embedded resource content.'),
  ],
  test_multiple_content_types: [
    text('Multiple content types test:'),
    image,
    resource('test://mixed-content-resource', 'application/json', '{"test":"data","value":123}'),
  ],
}

const message = (content: ContentBlockInput): PromptMessageInput => ({ role: 'user', content })

/** Messages of prompts. */
export const prompts: Readonly<
  Record<string, (args: Readonly<Record<string, unknown>>) => PromptMessageInput[]>
> = {
  test_simple_prompt: () => [message(text('This is a simple prompt for testing.'))],
  test_prompt_with_arguments: ({ arg1, arg2 }) => [
    message(text(`Prompt with arguments: arg1='${String(arg1)}', arg2='${String(arg2)}'`)),
  ],
  test_prompt_with_embedded_resource: ({ resourceUri }) => [
    message(resource(String(resourceUri), 'text/plain', 'Embedded resource content for testing.')),
    message(text('Please process the embedded resource above.')),
  ],
  test_prompt_with_image: () => [message(image), message(text('Please analyze the image above.'))],
}

export const resources = [
  { uri: 'test://static-text', name: 'text', mimeType: 'text/plain' },
  { uri: 'test://static-binary', name: 'binary', mimeType: 'image/png' },
]

export const resourceTemplates = [{ uriTemplate: 'test://template/{id}/data', name: 'template' }]

/** A part of a resource. */
type Part =
  { uri: string; mimeType: string; text: string } | { uri: string; mimeType: string; blob: string }

/** Returns the parts of a resource; undefined for an unknown one. */
export function read(uri: string): Part[] | undefined {
  const [, id] = /^test:\/\/template\/(\w+)\/data$/.exec(uri) ?? []
  if (uri === 'test://static-binary') return [{ uri, mimeType: 'image/png', blob: pixel }]
  if (uri === 'test://static-text') return [{ uri, mimeType: 'text/plain', text: 'Static text.' }]
  if (id === undefined) return undefined
  const data = { id, templateTest: true, data: `Data for ID: ${id}` }
  return [{ uri, mimeType: 'application/json', text: JSON.stringify(data) }]
}

export const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 50))
