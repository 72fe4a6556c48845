import type { Json, ProtocolWork } from '@/lib/protocols/protocol'
import { asText, contentOf, listsOf } from './content'
import { chooseStage } from './stage'

/** Both lists stand in one text, so that they are found in it; where methods are hidden there is none. */
function present(content: Json) {
  const own = contentOf(content)
  const lists = listsOf(own).map(({ method, claims }) => `${method}\n${asText(claims)}`)
  return [
    ...(own.question === null ? [] : [{ title: 'Question', text: own.question }]),
    { title: 'Source text', text: own.text },
    ...(lists.length === 0 ? [] : [{ title: 'Lists of claims', text: lists.join('\n\n') }]),
  ]
}

/** Browser-safe part; prompts and formats stay out. */
export const veriscorePreferenceWork: ProtocolWork = {
  id: 'veriscore-preference',
  domains: {},
  present,
  stages: [chooseStage],
}
