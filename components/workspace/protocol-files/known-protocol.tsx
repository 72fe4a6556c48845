'use client'

import dynamic from 'next/dynamic'

/** As KeptDefinition. What compiles files comes with that, and pages of protocols that are built in have no use for it. */
export const KnownProtocol = dynamic(() => import('./kept-definition').then((module) => module.KeptDefinition))
