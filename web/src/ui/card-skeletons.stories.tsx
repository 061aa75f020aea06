import { CardSkeletons } from './card-skeletons.tsx'

export default { component: CardSkeletons }

export const LoadingThreeCards = {}
export const LoadingOneCard = () => <CardSkeletons count={1} />
