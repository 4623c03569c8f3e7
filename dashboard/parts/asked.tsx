// What was asked for, once it is there: until then that it is on its way, or why not and a way to ask again. What was
// known before a later asking failed stays, and with it whatever somebody is typing.
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Failure, Loading } from './page.tsx'

type Question<T> = Pick<UseQueryResult<T>, 'data' | 'error' | 'isFetching' | 'refetch'>

interface AskedProps<T> {
  question: Question<T>
  children(answer: T): ReactNode
}

export function Asked<T>({ question, children }: AskedProps<T>) {
  const { data } = question
  return (
    <>
      <Unanswered question={question} />
      {data === undefined ? !question.error && <Loading /> : children(data)}
    </>
  )
}

/** That it could not be asked, for pages which lay out the rest by themselves. */
export function Unanswered({ question }: { question: Question<unknown> }) {
  const { data, error, isFetching, refetch } = question
  if (!error) return null
  return (
    <Failure
      error={error}
      isKnown={data !== undefined}
      isRetrying={isFetching}
      retry={() => void refetch()}
    />
  )
}
