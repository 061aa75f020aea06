import { Pagination } from './pagination.tsx'

export default { component: Pagination }

const list = { label: 'Caregivers', pageSize: 12, count: 12_000, onPage: () => {} }

export const FirstPage = () => <Pagination {...list} page={1} />

export const Between = () => <Pagination {...list} page={417} />

export const LastPage = () => <Pagination {...list} page={1000} />
