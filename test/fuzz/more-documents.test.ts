import { mutatedDocuments } from './mutated.ts'

mutatedDocuments(1)
