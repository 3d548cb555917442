// SPDX-License-Identifier: GPL-2.0-or-later
// A walk over the fragments of a request's source or destination, as the kernel's acomp_walk does it for a scatterlist.
//
// Next() maps what is left of the current fragment and returns its size, never more than what is left of the request;
// Done(used) unmaps it and advances. A linear buffer is one fragment. In the kernel mapping is kmap_local_page(), which
// must be undone in the reverse order; here it costs nothing, and an observer sees the order. Everything is inline: the
// walk is part of the loop that is timed.
#ifndef FIRSTBYTE_WORKSPACE_FRAGMENT_WALK_H_
#define FIRSTBYTE_WORKSPACE_FRAGMENT_WALK_H_

#include <algorithm>
#include <cstddef>
#include <span>

namespace firstbyte::workspace {

enum class Side { kSource, kDestination };

// Sees each mapping and unmapping in its order. For tests and for showing the walk; none is set while something is
// timed.
class MapObserver {
 public:
  virtual ~MapObserver() = default;
  virtual void OnMap(Side side, std::size_t size) = 0;
  virtual void OnUnmap(Side side, std::size_t used) = 0;
};

template <typename Byte>
struct Fragment {
  Byte* data = nullptr;
  std::size_t size = 0;
};
using SourceFragment = Fragment<const unsigned char>;
using DestinationFragment = Fragment<unsigned char>;

template <typename Byte>
class FragmentWalk {
 public:
  // `size` is the request's: fragments may hold more (zswap's destination is a page in a buffer of two) but must not
  // hold less.
  FragmentWalk(Side side, std::span<const Fragment<Byte>> fragments, std::size_t size, MapObserver* observer)
      : fragments_(fragments), left_(size), observer_(observer), side_(side) {}

  // Maps the next piece. 0: the request has no more of it, and nothing is mapped.
  std::size_t Next() {
    if (left_ == 0) return 0;
    while (index_ < fragments_.size() && offset_ == fragments_[index_].size) {
      ++index_;
      offset_ = 0;
    }
    if (index_ == fragments_.size()) return 0;
    const std::size_t size = std::min(fragments_[index_].size - offset_, left_);
    mapped_ = true;
    if (observer_ != nullptr) [[unlikely]]
      observer_->OnMap(side_, size);
    return size;
  }

  // Where the piece that Next() mapped begins.
  Byte* data() const { return fragments_[index_].data + offset_; }

  // Unmaps, having used so many bytes.
  void Done(std::size_t used) {
    offset_ += used;
    left_ -= used;
    mapped_ = false;
    if (observer_ != nullptr) [[unlikely]]
      observer_->OnUnmap(side_, used);
  }

  // On a failing path: unmaps what is mapped, without advancing.
  void Release() {
    if (mapped_) Done(0);
  }

 private:
  std::span<const Fragment<Byte>> fragments_;
  std::size_t index_ = 0;
  std::size_t offset_ = 0;
  std::size_t left_;
  MapObserver* observer_;
  Side side_;
  bool mapped_ = false;
};

}  // namespace firstbyte::workspace

#endif  // FIRSTBYTE_WORKSPACE_FRAGMENT_WALK_H_
