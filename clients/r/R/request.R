# In charge of a request's whole way: under the limit, from the cache where nothing changed, again where it may help.

# What a later attempt may find otherwise.
PASSING <- c(408, 429, 500, 502, 503, 504)
MOVED <- c(301, 302, 307, 308)
MOST_REDIRECTS <- 3

# The text of the body at a path under /api/v1.
get_text <- function(client, path, query = list()) {
  address <- paste0(client$base_url, path, query_string(query))
  known <- recall(client$cache, address)
  persist(client, function() {
    response <- send(client, address, if (is.null(known)) list() else list("If-None-Match" = known$etag))
    status <- httr2::resp_status(response)
    if (status == 304 && !is.null(known)) return(known$text)
    text <- body_text(response)
    if (status != 200) stop(error_of(status, text, address, retry_after(response)))
    if (!jsonlite::validate(text)) stop(sylva_error("unexpected_answer", "What arrived is not JSON.", address, status))
    remember(client$cache, address, httr2::resp_header(response, "ETag"), text)
    text
  })
}

get_json <- function(client, path, query = list()) jsonlite::fromJSON(get_text(client, path, query), simplifyVector = FALSE)

body_text <- function(response) {
  if (length(response$body) == 0) return("")
  text <- rawToChar(response$body)
  Encoding(text) <- "UTF-8"
  text
}

# One attempt. A redirect is followed to the same service only: the key would go with it.
send <- function(client, address, headers) {
  asked <- address
  for (redirects in 0:MOST_REDIRECTS) {
    response <- send_once(client, asked, headers)
    target <- httr2::resp_header(response, "Location")
    if (!(httr2::resp_status(response) %in% MOVED) || is.null(target)) return(response)
    if (startsWith(target, "/")) target <- paste0(origin_of(asked), target)
    if (origin_of(target) != origin_of(asked)) return(response)
    asked <- target
  }
  response
}

send_once <- function(client, address, headers) {
  wait_for_room(client)
  request <- httr2::request(address)
  request <- do.call(httr2::req_headers, c(list(request, Accept = "application/json", "X-API-Key" = client$api_key), headers))
  request <- httr2::req_user_agent(request, user_agent())
  request <- httr2::req_options(request, followlocation = 0L, timeout_ms = round(client$timeout * 1000))
  # Trying again is decided by `persist`: httr2 would sleep even after its last try.
  request <- httr2::req_retry(request, max_tries = 1, is_transient = function(response) FALSE, backoff = function(tries) 0)
  request <- httr2::req_error(request, is_error = function(response) FALSE)
  response <- tryCatch(httr2::req_perform(request), error = function(e) stop(broken(e, client, address)))
  header <- function(name) httr2::resp_header(response, name)
  learn_limit(client, header("X-RateLimit-Limit"), header("X-RateLimit-Remaining"), header("X-RateLimit-Reset"), date_of(response))
  response
}

origin_of <- function(address) sub("^(https?://[^/?#]*).*$", "\\1", address)

date_of <- function(response) if (httr2::resp_header_exists(response, "Date")) httr2::resp_date(response) else NA

retry_after <- function(response) {
  seconds <- tryCatch(httr2::resp_retry_after(response), error = function(e) NA)
  if (length(seconds) == 0 || is.na(seconds)) NULL else max(0, seconds)
}

broken <- function(error, client, address) {
  reason <- conditionMessage(error)
  if (!is.null(error$parent)) reason <- paste(reason, conditionMessage(error$parent))
  reason <- gsub("[[:space:]]+", " ", reason)
  if (grepl("time(d)? ?out", reason, ignore.case = TRUE)) {
    return(sylva_error("timeout", sprintf("No whole answer within %g s.", client$timeout), address))
  }
  sylva_error("network_error", paste0("The service could not be reached: ", reason), address)
}

# Tries until it succeeds, or another attempt would not help.
persist <- function(client, work) {
  retries <- new_retries(client)
  repeat {
    error <- tryCatch(return(work()), sylva_error = function(e) e)
    wait_after(retries, error)
  }
}

# The failures of one piece of work, and how many attempts it has left.
new_retries <- function(client, max_attempts = Inf) {
  list2env(list(client = client, failures = 0, attempts_left = max_attempts), parent = emptyenv())
}

# Waits until the next attempt, or stops with the error if there is none.
wait_after <- function(retries, error) {
  retries$attempts_left <- retries$attempts_left - 1
  is_passing <- inherits(error, c("sylva_network_error", "sylva_timeout")) || (error$status %||% 0) %in% PASSING
  wait <- error$retry_after %||% back_off(retries$failures)
  has_more <- retries$failures < retries$client$max_retries && retries$attempts_left > 0
  if (!is_passing || !has_more || wait > retries$client$max_wait) stop(error)
  Sys.sleep(wait)
  retries$failures <- retries$failures + 1
}

# Doubles with each failure; spread at random, so that many clients do not come back at once.
back_off <- function(failures) {
  most <- min(30, 0.3 * 2^failures)
  most / 2 + spread() * most / 2
}

# Of the clock: whoever uses R's random numbers must find them as they were.
spread <- function() (as.numeric(Sys.time()) * 1e4) %% 1

`%||%` <- function(value, otherwise) if (is.null(value)) otherwise else value
