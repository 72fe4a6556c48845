/** What browsers need of the protocol that a checked file describes, apart from what reads and writes its records. */
import { type Definition, inLanguage } from '@/lib/protocols/language/definition'
import type { ProtocolWork } from '@/lib/protocols/protocol'
import { shownTexts } from './present'
import { compileStages } from './stage'

/** In the language of a reader. */
export function compileWork(definition: Definition, reader: string = definition.language): ProtocolWork {
  const words = (text: Definition['title']) => inLanguage(text, reader, definition.language)
  return {
    id: definition.id,
    domains: Object.fromEntries(Object.entries(definition.domains).map(([domain, text]) => [domain, words(text)])),
    present: (content) => shownTexts(definition, content, reader),
    stages: atLeastOne(compileStages(definition, reader)),
  }
}

const atLeastOne = <T>([first, ...others]: T[]): [T, ...T[]] => {
  if (first === undefined) throw new Error('A checked definition has a stage.')
  return [first, ...others]
}
