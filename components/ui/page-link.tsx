'use client'

import NextLink from 'next/link'
import { type ComponentProps, useState } from 'react'

type PageLinkProps = ComponentProps<typeof NextLink>

/**
 * A link to another page, which is fetched ahead once somebody points at the link, touches or focuses it. Next would fetch ahead whatever is in
 * sight, which for the pages of a project are some fifty requests each time that one of them is opened.
 */
export function PageLink({ prefetch, onPointerEnter, onTouchStart, onFocus, ...props }: PageLinkProps) {
  const [isMeant, setMeant] = useState(false)
  return (
    <NextLink
      prefetch={prefetch ?? (isMeant ? 'auto' : false)}
      onPointerEnter={(event) => {
        setMeant(true)
        onPointerEnter?.(event)
      }}
      onTouchStart={(event) => {
        setMeant(true)
        onTouchStart?.(event)
      }}
      onFocus={(event) => {
        setMeant(true)
        onFocus?.(event)
      }}
      {...props}
    />
  )
}
