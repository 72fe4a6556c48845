'use client'
import { useEffect, useRef, useState } from 'react'
import { buttonClass } from '@/components/ui/button-class'
import { CopyButton } from '@/components/ui/copy-button'
import { Bookmark } from '@/components/ui/icons'
import { Panel } from '@/components/ui/panel'
import { bookmarkAddress } from '@/lib/automation/evidence/clip/contract'

/** The bookmark that takes address, title and chosen words of a page along, to be dragged to the bookmarks bar. */
export function BookmarkPanel() {
  const link = useRef<HTMLAnchorElement>(null)
  const [address, setAddress] = useState('')
  const [isClicked, setClicked] = useState(false)
  useEffect(() => {
    const button = link.current
    const code = bookmarkAddress(window.location.origin)
    // React refuses addresses that run a script. This one runs nowhere but in the pages where it is chosen as a bookmark.
    button?.setAttribute('href', code)
    setAddress(code)
    // On this page it is there to be dragged.
    const stay = (event: Event) => {
      event.preventDefault()
      setClicked(true)
    }
    button?.addEventListener('click', stay)
    return () => button?.removeEventListener('click', stay)
  }, [])
  return (
    <Panel
      id="bookmark"
      title="Bookmark for evidence"
      description="On any page of the web it opens a tab of Assay with the page’s address, its title and the words that you have marked. Nothing is added before you have checked it there."
    >
      <div className="flex flex-wrap items-center gap-3">
        <a ref={link} href="#bookmark" className={buttonClass('secondary', undefined, 'cursor-grab')}>
          <Bookmark aria-hidden className="size-4" />
          Add to Assay
        </a>
        <CopyButton value={address} what="its address" showLabel />
      </div>
      <p className="mt-3 text-muted text-sm">
        Drag the button to your bookmarks bar, or make a bookmark and paste the copied address into it.
      </p>
      <p role="status" className="mt-1 font-medium text-sm empty:hidden">
        {isClicked
          ? 'It does nothing on this page. Drag it to your bookmarks bar, and choose it there on the page that you read.'
          : ''}
      </p>
    </Panel>
  )
}
