/* Metrics of the process. Those of Node.js and of the system are the default metrics of prom-client. */
import type { MetricRow } from './row.js';

const none: readonly string[] = [];

export const PROCESSES = {
  slotkey_build_info: {
    kind: 'gauge',
    help: 'Always 1; the versions of the service and of Node.js.',
    labels: ['version', 'node_version'],
    processes: 'max',
  },
  slotkey_workers: {
    kind: 'gauge',
    help: 'Processes that answer requests ([Workers](#workers)).',
    labels: none,
    processes: 'sum',
  },
  slotkey_worker_crashes_total: {
    kind: 'counter',
    help: 'Workers that ended unexpectedly and were replaced.',
    labels: none,
    processes: 'sum',
  },
  slotkey_metrics_incomplete: {
    kind: 'gauge',
    help: '1 when the database did not answer in time: then jobs and reviews are missing.',
    labels: none,
    processes: 'max',
  },
  nodejs_eventloop_lag_seconds: {
    kind: 'gauge',
    help: 'How late the event loop is at this moment; of several processes, the latest.',
    labels: none,
    processes: 'max',
  },
  nodejs_eventloop_lag_p50_seconds: {
    kind: 'gauge',
    help: 'Median since the last scrape.',
    labels: none,
    processes: 'max',
  },
  nodejs_eventloop_lag_p99_seconds: {
    kind: 'gauge',
    help: '99th percentile since the last scrape.',
    labels: none,
    processes: 'max',
  },
  nodejs_eventloop_lag_max_seconds: {
    kind: 'gauge',
    help: 'Longest since the last scrape.',
    labels: none,
    processes: 'max',
  },
  nodejs_gc_duration_seconds: {
    kind: 'histogram',
    help: 'Time of garbage collections, by kind.',
    labels: ['kind'],
    processes: 'sum',
  },
  nodejs_heap_size_total_bytes: { kind: 'gauge', help: 'Heap.', labels: none, processes: 'sum' },
  nodejs_heap_size_used_bytes: { kind: 'gauge', help: 'Used heap.', labels: none, processes: 'sum' },
  nodejs_external_memory_bytes: {
    kind: 'gauge',
    help: 'Memory of buffers, outside of the heap.',
    labels: none,
    processes: 'sum',
  },
  process_resident_memory_bytes: {
    kind: 'gauge',
    help: 'Resident memory.',
    labels: none,
    processes: 'sum',
  },
  process_cpu_user_seconds_total: {
    kind: 'counter',
    help: 'CPU time of the program.',
    labels: none,
    processes: 'sum',
  },
  process_cpu_system_seconds_total: {
    kind: 'counter',
    help: 'CPU time that the system spent for it.',
    labels: none,
    processes: 'sum',
  },
  process_open_fds: {
    kind: 'gauge',
    help: 'Open files and connections.',
    labels: none,
    processes: 'max',
  },
  process_max_fds: {
    kind: 'gauge',
    help: 'How many there may be.',
    labels: none,
    processes: 'min',
  },
  process_start_time_seconds: {
    kind: 'gauge',
    help: 'When the process started, in seconds since the epoch; of several processes, the newest.',
    labels: none,
    processes: 'max',
  },
} as const satisfies Readonly<Record<string, MetricRow>>;
