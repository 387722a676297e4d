export { exampleAnswer, type ExampleOptions } from './example.ts'
export { sample, type SampleOptions } from './sample.ts'
export { createRandom, type Random } from './random.ts'
