import 'server-only'
import type { Actor } from '@/lib/platform/policy/actor'
import { AppError, found } from '@/lib/platform/server/errors'
import { fileNameOf } from '@/lib/platform/server/streams/file-name'
import { getAgreement, getMeasure, getSlices } from '@/lib/quality/agreement/queries'
import type { PictureKey, PictureQuery } from './contract'
import { confusionPicture, pairsPicture, questionsPicture, weeksPicture } from './draw-picture'
import { type Picture, pictureCsv, pictureSvg } from './picture'

const MEDIA = { svg: 'image/svg+xml', csv: 'text/csv' } as const

/**
 * A picture of a project's agreement, for everybody who may see its figures. Errors: `invalid_request` where a picture of one measure
 * names none; `not_found` for a stage, measure or pair that is not there.
 */
export async function getPicture(
  actor: Actor,
  { projectId, picture }: { projectId: string; picture: PictureKey },
  query: PictureQuery,
): Promise<Response> {
  const drawn = await draw(actor, projectId, picture, query)
  const { form } = query
  return new Response(form === 'csv' ? pictureCsv(drawn) : pictureSvg(drawn), {
    headers: {
      'content-type': `${MEDIA[form]}; charset=utf-8`,
      'content-disposition': `attachment; filename="${fileNameOf(drawn.title, picture, form)}"`,
      'cache-control': 'no-store',
    },
  })
}

async function draw(actor: Actor, projectId: string, picture: PictureKey, query: PictureQuery): Promise<Picture> {
  if (picture === 'questions')
    return questionsPicture(await getAgreement(actor, projectId, { intervals: 'always', method: undefined }))
  const { stage, measure, first, second } = query
  if (stage === undefined || measure === undefined)
    throw new AppError(
      'invalid_request',
      'This picture is of one measure: name its stage and its key, stage and measure.',
    )
  const keys = { stage, measure }
  const detail = await getMeasure(actor, projectId, keys)
  if (picture === 'weeks') return weeksPicture(detail, await getSlices(actor, projectId, keys, { by: 'week' }))
  if (picture === 'pairs') return pairsPicture(detail)
  if (first === undefined || second === undefined) return confusionPicture(detail, null)
  const pair = [...detail.pairs, ...detail.references].find((each) => each.first === first && each.second === second)
  return confusionPicture(
    detail,
    found(pair, 'These two have rated no unit in common. The lower annotator comes first.'),
  )
}
