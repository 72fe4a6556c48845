'use client'

import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { Download } from '@/components/ui/icons'
import { DownloadLink } from '@/components/ui/link'
import { urlFor } from '@/lib/platform/client/fetch-json'
import { getPictureEndpoint, type PictureKey } from '@/lib/quality/agreement/pictures/contract'
import { savePng } from './save-png'

interface PictureLinksProps {
  projectId: string
  picture: PictureKey
  /** What it is a picture of, read out with every link. */
  title: string
  /** Of one measure. */
  stage?: string
  measure?: string
  /** The two raters of a confusion. */
  pair?: { first: string; second: string } | null
}

/** The picture of what stands in the table above, for a paper, with its data. */
export function PictureLinks({ projectId, picture, title, stage, measure, pair }: PictureLinksProps) {
  const [failed, setFailed] = useState(false)
  const of = { stage, measure, ...(pair ? { first: pair.first, second: pair.second } : {}) }
  const href = (form: 'svg' | 'csv') =>
    urlFor(getPictureEndpoint, { params: { projectId, picture }, query: { ...of, form } })
  const save = async () => {
    setFailed(false)
    try {
      await savePng(href('svg'), `${picture}${measure ? `-${measure}` : ''}.png`)
    } catch {
      setFailed(true)
    }
  }
  const icon = <Download aria-hidden className="size-3.5" />
  return (
    <div className="mt-3 print:hidden">
      <ul aria-label={`Picture: ${title}`} className="flex flex-wrap items-center gap-1">
        <li aria-hidden className="me-1 text-muted text-sm">
          Picture
        </li>
        <li>
          <DownloadLink size="sm" href={href('svg')} aria-label={`${title}: picture as SVG`} icon={icon}>
            SVG
          </DownloadLink>
        </li>
        <li>
          <Button size="sm" onClick={() => void save()} aria-label={`${title}: picture as PNG`}>
            {icon} PNG
          </Button>
        </li>
        <li>
          <DownloadLink size="sm" href={href('csv')} aria-label={`${title}: data as CSV`} icon={icon}>
            Data
          </DownloadLink>
        </li>
      </ul>
      {failed ? (
        <p role="alert" className="text-negative-text text-sm">
          The picture could not be made. Try again, or take the SVG.
        </p>
      ) : null}
    </div>
  )
}
