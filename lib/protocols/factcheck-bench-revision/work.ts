import type { Json, ProtocolWork } from '@/lib/protocols/protocol'
import { contentOf, revisionsOf } from './content'
import { preferStage } from './stage'

/** All revisions stand in one text, so that they are found in it; where methods are hidden there is none. */
function present(content: Json) {
  const own = contentOf(content)
  const revisions = revisionsOf(own).map(({ method, text }) => `${method}\n${text}`)
  return [
    { title: 'Prompt', text: own.prompt },
    { title: 'Original response', text: own.response },
    ...(own.humanRevision === null ? [] : [{ title: 'Revision by people', text: own.humanRevision }]),
    ...(revisions.length === 0 ? [] : [{ title: 'Revisions', text: revisions.join('\n\n') }]),
  ]
}

/** Browser-safe part; prompts and formats stay out. */
export const factcheckBenchRevisionWork: ProtocolWork = {
  id: 'factcheck-bench-revision',
  domains: {},
  present,
  stages: [preferStage],
}
