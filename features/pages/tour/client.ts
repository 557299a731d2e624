import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { call } from '#web/data/api.ts'
import { logFailure } from '#web/data/log.ts'
import { setTabFlag } from '#web/data/tab-flags.ts'
import { KEEP_FOCUS } from '#web/layout/use-focus-on-arrival.ts'
import { toast } from '#web/ui/toast.ts'
import { type Tour, type TourStep, tourApi } from './contract.ts'
import { stopAt } from './rules.ts'

export const tourQuery = queryOptions({ queryKey: ['tour'], queryFn: () => call(tourApi.get) })

/** This tab shows the tour, or not. In other tabs and on other devices the dashboard offers to resume it. */
const setShown = (isShown: boolean): void => setTabFlag('tour', isShown)

/** Starts the tour, or resumes it where it was left. */
export function useStartTour() {
  const queryClient = useQueryClient()
  const goTo = useGoToStep()
  return useMutation({
    mutationFn: () => queryClient.fetchQuery({ ...tourQuery, staleTime: 0 }),
    onSuccess: (tour) => {
      setShown(true)
      goTo(tour.step)
    },
    onError: () => toast.error('The tour could not be started', 'Please try again later'),
  })
}

/** The step is saved on the way. If that fails, the tour goes on all the same. */
export function useGoToStep(): (step: TourStep) => void {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const { mutate } = useMutation({
    scope: { id: 'tour' },
    mutationFn: (step: TourStep) => call(tourApi.goTo, { body: { step } }),
    onSuccess: (saved) => update(queryClient, ({ step }) => ({ ...saved, step })),
    onError: logFailure,
  })
  return (step) => {
    const tour = queryClient.getQueryData(tourQuery.queryKey)
    if (!tour) return
    update(queryClient, (known) => ({ ...known, step }))
    mutate(step)
    void navigate(stopAt(step, tour).path, { state: KEEP_FOCUS })
  }
}

const update = (queryClient: QueryClient, next: (tour: Tour) => Tour) =>
  queryClient.setQueryData(tourQuery.queryKey, (tour) => tour && next(tour))

/** It can be resumed. */
export function useLeaveTour(): () => void {
  const queryClient = useQueryClient()
  return () => {
    setShown(false)
    void queryClient.invalidateQueries(tourQuery)
  }
}

/** It is not offered again. */
export function useFinishTour() {
  const leave = useLeaveTour()
  return useMutation({
    mutationFn: () => call(tourApi.finish),
    onError: logFailure,
    onSettled: leave,
  })
}
