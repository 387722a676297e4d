export {
  buildMock,
  type MockParts,
  type MockServerOptions,
  type MockSettings,
} from './build-mock.ts'
export { exampleAnswer, type ExampleOptions } from './example.ts'
export { sample, type Sampled, type SampleOptions, trySample } from './sample.ts'
export { createRandom, type Random } from './random.ts'
export type * from './types.ts'
export { mockDocuments, type DocumentMock } from './document-mock.ts'
