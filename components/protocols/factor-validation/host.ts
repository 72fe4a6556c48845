'use client'
import dynamic from 'next/dynamic'
import type { ViewHost } from '@/components/annotation/workbench/stage-view'

// The import is spelled out: then the forms come with the page.
export const Host: ViewHost = dynamic(() => import('./view').then(({ Host }) => Host))
