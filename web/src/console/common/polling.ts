/** Lists reload every minute while their tab is visible. @see docs/rules/console.md#lists-and-filters */
export const polling = {
  pollingInterval: 60_000,
  skipPollingIfUnfocused: true,
  refetchOnMountOrArgChange: true,
}
