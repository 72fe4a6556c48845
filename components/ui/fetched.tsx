'use client'

import type { ComponentType } from 'react'
import { useFetched } from './use-fetched'

/** A component whose code comes when it is drawn, again and again where it cannot be had: nothing before. Use for what few see. */
export function fetched<P extends object>(load: () => Promise<ComponentType<P>>): ComponentType<P> {
  return function Fetched(props: P) {
    const Drawn = useFetched(load, true)
    return Drawn ? <Drawn {...props} /> : null
  }
}
